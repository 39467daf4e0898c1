/** What a transition table is: data, complete; a move that is not in it is refused. */

export type Transition<State extends string, Move extends string, Role extends string> = {
  move: Move
  from: readonly State[]
  to: State
  by: readonly Role[]
}

/** The transition that `role` makes with `move` from `from`, or undefined where the table has none. */
export function findTransition<State extends string, Move extends string, Role extends string>(
  table: readonly Transition<State, Move, Role>[],
  attempt: { move: Move; from: State; role: Role },
): Transition<State, Move, Role> | undefined {
  return table.find(
    (row) => row.move === attempt.move && row.from.includes(attempt.from) && row.by.includes(attempt.role),
  )
}

/** The moves that `role` can make from `from`, in the order of the table. */
export function listMoves<State extends string, Move extends string, Role extends string>(
  table: readonly Transition<State, Move, Role>[],
  from: State,
  role: Role,
): Move[] {
  return table.filter((row) => row.from.includes(from) && row.by.includes(role)).map((row) => row.move)
}

/** The states that no sequence of moves reaches from `start`; a test demands that there are none. */
export function findUnreachableStates<State extends string, Move extends string, Role extends string>(
  table: readonly Transition<State, Move, Role>[],
  states: readonly State[],
  start: readonly State[],
): State[] {
  const reached = new Set<State>(start)
  for (let hasGrown = true; hasGrown;) {
    hasGrown = false
    for (const row of table) {
      if (!reached.has(row.to) && row.from.some((state) => reached.has(state))) {
        reached.add(row.to)
        hasGrown = true
      }
    }
  }
  return states.filter((state) => !reached.has(state))
}
