/**
 * Owns how long the event loop is busy at a stretch: one long piece of work at a time, and connections are
 * taken in between.
 */

/** So many connections are taken before the next piece of work begins; more come after it. */
const MAX_ROUNDS = 64

let last: Promise<void> = Promise.resolve()
let connections = 0

/** Notes that a connection has been accepted: more may wait behind it. */
export function noteConnection(): void {
  connections += 1
}

const oneRound = () => new Promise<void>((begin) => void setImmediate(begin))

async function takeConnections(): Promise<void> {
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds += 1) {
    const before = connections
    await oneRound()
    if (connections === before) return
  }
}

/**
 * Resolves in a round of the event loop that no other caller gets, in the order of the calls, and after the
 * connections that wait have been accepted. Node accepts one in each round: where a round wrote a page for
 * each of a hundred requests, newcomers waited for seconds before anybody knew of them, so that nobody could
 * serve or refuse them.
 */
export function nextRound(): Promise<void> {
  last = last.then(takeConnections)
  return last
}
