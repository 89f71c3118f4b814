// The drawings and colours of a game, added to the page once, as symbols and a style sheet.

import { api } from "../api";
import type { Art } from "../wire";

const present = new Map<string, Promise<Art>>();

const PAGE = ["paper", "ink", "muted", "line", "gold", "danger", "good", "print"]; // what drawings take from the page

/** A position of a game as the address of a picture, in the page's colours: one element, however rich. */
export function example(art: Art, isDark: boolean): string {
  const page = getComputedStyle(document.documentElement);
  const colours = [
    ...PAGE.map((name) => `--${name}:${page.getPropertyValue(`--${name}`)}`),
    ...Object.entries(art.palette).map(([name, both]) => `--${name}:${both[isDark ? 1 : 0]}`),
  ];
  return `data:image/svg+xml,${encodeURIComponent(art.example.replace("<svg ", `<svg style="${colours.join(";")}" `))}`;
}

/** Make a game's faces usable as #GAME-FACE, inside .game-GAME. */
export function unpack(game: string): Promise<Art> {
  let found = present.get(game);
  if (!found) {
    found = api.art(game).then((art) => {
      paint(game, art);
      draw(game, art);
      return art;
    });
    found.catch(() => present.delete(game));
    present.set(game, found);
  }
  return found;
}

function draw(game: string, art: Art): void {
  const symbols = Object.entries(art.faces).map(
    ([name, face]) => `<symbol id="${game}-${name}" viewBox="${face.box}">${face.inside}</symbol>`,
  );
  const holder = document.createElement("div");
  holder.className = "faces";
  holder.setAttribute("aria-hidden", "true");
  holder.innerHTML = `<svg>${symbols.join("")}</svg>`; // safe: the drawings come with the package
  document.body.append(holder);
}

function paint(game: string, art: Art): void {
  const sheet = new CSSStyleSheet();
  const colours = (which: 0 | 1) =>
    Object.entries(art.palette)
      .map(([name, both]) => `--${name}:${both[which]}`)
      .join(";");
  sheet.replaceSync(
    `.game-${game}{${colours(0)}}[data-theme=dark] .game-${game}{${colours(1)}}`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Shapes of the seats, in a box from -5 to 5: square, disc, triangle, diamond, pentagon, cross. */
export const SEAT_MARKS = [
  "M-4-4h8v8h-8z",
  "M0-4.5a4.5 4.5 0 1 0 .01 0z",
  "M0-5 5 4H-5z",
  "M0-5.5 5 0 0 5.5-5 0z",
  "M0-5 4.8-1.5 3 4.2H-3L-4.8-1.5z",
  "M-1.7-5h3.4v3.3H5v3.4H1.7V5h-3.4V1.7H-5v-3.4h3.3z",
];
