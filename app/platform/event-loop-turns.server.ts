/**
 * How long the event loop is busy at a stretch: one long piece of work at a time, and connections are
 * taken in between.
 */

/** So many connections are taken before the next piece of work begins; more come after it. */
const MAX_TURNS = 64

let queueTail: Promise<void> = Promise.resolve()
let acceptedConnections = 0

/** Notes that a connection has been accepted: more may wait behind it. */
export function noteAcceptedConnection(): void {
  acceptedConnections += 1
}

const waitOneTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

async function acceptWaitingConnections(): Promise<void> {
  for (let turns = 0; turns < MAX_TURNS; turns += 1) {
    const before = acceptedConnections
    await waitOneTurn()
    if (acceptedConnections === before) return
  }
}

/**
 * Resolves in a round of the event loop that no other caller gets, in the order of the calls, and after the
 * connections that wait have been accepted. Node accepts one in each round: where a round wrote a page for
 * each of a hundred requests, newcomers waited for seconds before anybody knew of them, so that nobody could
 * serve or refuse them.
 */
export function waitForExclusiveTurn(): Promise<void> {
  queueTail = queueTail.then(acceptWaitingConnections)
  return queueTail
}
