// One short sound when it is your turn.

import { settings } from "../settings.svelte";

let context: AudioContext | undefined;

export function ring(): void {
  if (settings.sound === "off" || document.visibilityState === "hidden" && !context) return;
  try {
    context ??= new AudioContext();
    if (context.state !== "running") return; // the page has not been touched yet
    tone(context, 587, 0);
    tone(context, 880, 0.12);
  } catch {
    // No sound, then.
  }
}

/** Browsers allow sound only after a touch. */
export function allow(): void {
  if (settings.sound === "off") return;
  context ??= new AudioContext();
  void context.resume();
}

function tone(on: AudioContext, pitch: number, after: number): void {
  const start = on.currentTime + after;
  const wave = on.createOscillator();
  const volume = on.createGain();
  wave.type = "triangle";
  wave.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
  wave.connect(volume).connect(on.destination);
  wave.start(start);
  wave.stop(start + 0.4);
}
