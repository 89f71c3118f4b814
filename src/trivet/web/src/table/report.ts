// A problem report as a file, with only what this viewer may know.  `trivet replay` reads it.

import { api } from "../api";
import { journal } from "../journal";
import { settings } from "../settings.svelte";
import type { TableController } from "./controller.svelte";

export async function report(controller: TableController): Promise<void> {
  const { room, shown, news } = controller.socket;
  if (!room) return;
  const looked = shown ? await controller.socket.say({ do: "look" }) : null;
  const catalogue = await api.games().catch(() => null);
  const record = room.phase === "over" ? await api.record(room.id).catch(() => "") : "";
  const bundle = {
    is: "Trivet problem 1",
    trivet: catalogue?.version ?? "",
    game: room.game,
    rules: catalogue?.games.find((game) => game.name === room.game)?.version ?? 0,
    table: room.id,
    players: room.seats.map((seat) => seat.name),
    options: room.options,
    view: looked?.is === "looked" ? looked.view : null,
    result: room.result,
    ask: shown?.ask ?? null,
    answers: controller.answers, // the player's own, since the page was loaded
    news: news.map((item) => item.words),
    record, // only once the game is over: before, it would reveal secrets
    touched: controller.chooser.touched,
    reason: controller.reason,
    page: {
      at: new Date().toISOString(),
      browser: navigator.userAgent,
      window: [innerWidth, innerHeight],
      theme: document.documentElement.dataset.theme,
      motion: document.documentElement.dataset.motion,
      confirm: settings.confirm,
      journal: journal(),
    },
  };
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(bundle, null, 1)], { type: "application/json" }));
  link.download = `trivet-problem-${room.id}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
