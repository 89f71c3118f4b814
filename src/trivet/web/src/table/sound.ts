// Sounds, made here: your turn, a piece that is placed or captured, somebody who comes or writes, the end.

import { changes, keyed } from "../scene/geometry";
import { settings } from "../settings.svelte";
import type { Scene } from "../wire";

export type SoundName = "turn" | "place" | "capture" | "win" | "end" | "arrive" | "message";

interface Tone {
  from: number; // Hz
  to: number; // ... at its end
  after: number; // seconds
  lasts: number;
  wave: OscillatorType;
  loud: number; // of 1
}

const bell = (pitch: number, after: number, lasts = 0.35, loud = 0.12): Tone => ({ from: pitch, to: pitch, after, lasts, wave: "triangle", loud });
const knock = (after: number, pitch = 190): Tone => ({ from: pitch, to: pitch / 2, after, lasts: 0.09, wave: "sine", loud: 0.4 });

const SOUNDS: Record<SoundName, Tone[]> = {
  turn: [bell(587, 0), bell(880, 0.12)],
  place: [knock(0)],
  capture: [knock(0), knock(0.1, 260), { from: 520, to: 130, after: 0.1, lasts: 0.22, wave: "triangle", loud: 0.14 }],
  win: [bell(523, 0), bell(659, 0.13), bell(784, 0.26), bell(1047, 0.39, 0.9, 0.15)],
  end: [bell(523, 0), bell(392, 0.18, 0.7)],
  arrive: [bell(392, 0), bell(523, 0.12), bell(659, 0.24)],
  message: [bell(988, 0, 0.12, 0.08), bell(1319, 0.08, 0.2, 0.08)],
};

let context: AudioContext | undefined;

/** Play one sound, at the volume of the settings, after some seconds. */
export function play(name: SoundName, after = 0): void {
  if (!settings.volume || (document.visibilityState === "hidden" && !context)) return;
  try {
    context ??= new AudioContext();
    if (context.state !== "running") return; // the page has not been touched yet
    for (const tone of SOUNDS[name]) sing(context, tone, after);
  } catch {
    // No sound, then.
  }
}

/** Browsers allow sound only after a touch. */
export function allow(): void {
  if (!settings.volume) return;
  context ??= new AudioContext();
  void context.resume();
}

function sing(on: AudioContext, tone: Tone, after: number): void {
  const start = on.currentTime + after + tone.after;
  const [wave, gain] = [on.createOscillator(), on.createGain()];
  wave.type = tone.wave;
  wave.frequency.setValueAtTime(tone.from, start);
  wave.frequency.exponentialRampToValueAtTime(tone.to, start + tone.lasts);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.001, (tone.loud * settings.volume) / 100), start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + tone.lasts);
  wave.connect(gain).connect(on.destination);
  wave.start(start);
  wave.stop(start + tone.lasts + 0.05);
}

/** What can be heard of positions that follow each other: a capture drowns a piece that is placed. */
export function heard(scenes: Scene[]): SoundName | "" {
  let found: SoundName | "" = "";
  for (let at = 1; at < scenes.length; at++) {
    const [before, now] = [scenes[at - 1], scenes[at]];
    if (!before || !now) continue;
    if (hasCaptured(before, now)) return "capture";
    if (changes(before, now).size) found = "place";
  }
  return found;
}

/** Whether a piece of the board has another owner than before. */
function hasCaptured(before: Scene, now: Scene): boolean {
  const owners = new Map(keyed(before.zones[0]?.pieces ?? []).map(({ key, piece }) => [key, piece.owner]));
  return keyed(now.zones[0]?.pieces ?? []).some(({ key, piece }) => {
    const owner = owners.get(key) ?? -1;
    return owner >= 0 && piece.owner >= 0 && owner !== piece.owner;
  });
}
