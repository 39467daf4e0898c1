/** Owns how long the event loop is busy at a stretch: one long piece of work in each of its rounds. */

let last: Promise<void> = Promise.resolve()

/**
 * Resolves in a round of the event loop that no other caller gets, in the order of the calls. Node accepts one connection in each
 * round: where a round wrote a page for each of a hundred requests, newcomers waited for seconds before anybody knew of them.
 */
export function nextRound(): Promise<void> {
  last = last.then(() => new Promise((begin) => void setImmediate(begin)))
  return last
}
