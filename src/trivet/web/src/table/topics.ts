// Topics: what a card, piece, tile or ability does.  A label of the scene calls it by its name.

import type { TopicSeen } from "../wire";

const MOST = 2; // topics of one label

/** The topics that a label names, in the order in which it does. */
export function topicsOf(topics: TopicSeen[], label: string): TopicSeen[] {
  const text = plain(label);
  const found = topics
    .map((topic) => ({ topic, at: text.indexOf(plain(topic.name)) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at || other.topic.name.length - one.topic.name.length);
  const kept: typeof found = [];
  for (const one of found) {
    const before = kept.at(-1);
    const isPart = before && one.at < before.at + before.topic.name.length; // "Rock" in "Rock Quarry"
    if (!isPart) kept.push(one);
  }
  return kept.slice(0, MOST).map(({ topic }) => topic);
}

/** Lower-case words with a blank around each. */
function plain(text: string): string {
  return ` ${text.toLowerCase().replace(/[^a-z0-9]+/g, " ").trim()} `;
}
