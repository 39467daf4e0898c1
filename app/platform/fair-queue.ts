/**
 * Owns the order in which work begins: a bounded number at once, the rest waiting, fair between those who
 * ask.
 */

/**
 * Who asks. `address` stands for all that share it; `person`, where known, for one of them ("" for
 * strangers).
 */
export type Sender = { address: string; person: string }

/**
 * `too_many`: this sender has enough under way already. `full`: all places to wait are taken by others.
 * `late`: no turn came within `maxWaitMs`, or within four times as long where one address has asked for much
 * more. `left`: the sender is gone.
 */
export type QueueRefusal = "too_many" | "full" | "late" | "left"

export type QueueLimits = {
  /**
   * Pieces of work at once. Who has been at it for `workMs` is taken to wait for something else, and no
   * longer counts.
   */
  maxAtWork: number
  workMs: number
  /** Begun and not finished: in all, of one address, of one person. */
  maxBegun: number
  maxBegunOfAddress: number
  maxBegunOfPerson: number
  /** Waiting for a turn: in all, of one address, of one person. */
  maxWaiting: number
  maxWaitingOfAddress: number
  maxWaitingOfPerson: number
  maxWaitMs: number
}

export type Turn = {
  /** Gives the place back; called twice it does nothing more. */
  finish(): void
}

type Waiter = { settle: (outcome: Turn | QueueRefusal) => void }
/** `lastTurn`: number of the turn that it had last, 0 before the first. */
type Line = { begun: number; lastTurn: number; waiters: Waiter[] }
type Group = { begun: number; lastTurn: number; waiting: number; lines: Map<string, Line> }

/** How many times `maxWaitMs` somebody waits whom others crowd out. */
const MAX_WAITS = 4
const LARGE_PART = 0.25

/**
 * Makes a queue. Of those who wait, the address with the least under way is next, and among equals the one
 * whose turn was longest ago; within an address the same between its people. Where all places to wait are
 * taken, a newcomer takes that of the address which holds most of them.
 */
export function createFairQueue(limits: QueueLimits) {
  const groups = new Map<string, Group>()
  let atWork = 0
  let begun = 0
  let waiting = 0
  let turns = 0

  function lineOf({ address, person }: Sender): { group: Group; line: Line } {
    const group = groups.get(address) ?? { begun: 0, lastTurn: 0, waiting: 0, lines: new Map<string, Line>() }
    const line = group.lines.get(person) ?? { begun: 0, lastTurn: 0, waiters: [] }
    groups.set(address, group)
    group.lines.set(person, line)
    return { group, line }
  }

  function forget({ address, person }: Sender, { group, line }: { group: Group; line: Line }): void {
    if (line.begun === 0 && line.waiters.length === 0) group.lines.delete(person)
    if (group.begun === 0 && group.waiting === 0) groups.delete(address)
  }

  /** Strangers of one address stand in one line: limits of a person say nothing about them. */
  const mayBegin = (person: string, line: Line) => person === "" || line.begun < limits.maxBegunOfPerson

  function begin(sender: Sender): Turn {
    const { group, line } = lineOf(sender)
    turns += 1
    group.lastTurn = turns
    line.lastTurn = turns
    begun += 1
    atWork += 1
    group.begun += 1
    line.begun += 1
    let working = true
    let finished = false
    const stopWorking = () => {
      if (!working) return
      working = false
      atWork -= 1
    }
    const timer = setTimeout(() => {
      stopWorking()
      startNext()
    }, limits.workMs).unref()
    return {
      finish() {
        if (finished) return
        finished = true
        clearTimeout(timer)
        stopWorking()
        begun -= 1
        group.begun -= 1
        line.begun -= 1
        forget(sender, { group, line })
        startNext()
      },
    }
  }

  type Candidate = { begun: number; lastTurn: number }
  const comesBefore = (one: Candidate, other: Candidate | undefined) =>
    !other || one.begun < other.begun || (one.begun === other.begun && one.lastTurn < other.lastTurn)

  /** Whose turn it is; undefined where all who wait have enough begun. */
  function findNext(): Sender | undefined {
    let next: { sender: Sender; group: Group } | undefined
    for (const [address, group] of groups) {
      if (group.waiting === 0 || group.begun >= limits.maxBegunOfAddress || !comesBefore(group, next?.group))
        continue
      let chosen: { person: string; line: Line } | undefined
      for (const [person, line] of group.lines) {
        const waits = line.waiters.length > 0 && mayBegin(person, line)
        if (waits && comesBefore(line, chosen?.line)) chosen = { person, line }
      }
      if (chosen) next = { sender: { address, person: chosen.person }, group }
    }
    return next?.sender
  }

  function startNext(): void {
    while (waiting > 0 && atWork < limits.maxAtWork && begun < limits.maxBegun) {
      const next = findNext()
      if (!next) return
      const { group, line } = lineOf(next)
      const waiter = line.waiters.shift()
      if (!waiter) return
      waiting -= 1
      group.waiting -= 1
      waiter.settle(begin(next))
    }
  }

  /** The address that holds most places to wait, and the fullest of its lines. */
  function findFullest(): { sender: Sender; group: Group; line: Line } | undefined {
    let fullest: { sender: Sender; group: Group; line: Line } | undefined
    for (const [address, group] of groups) {
      if (group.waiting === 0 || (fullest && group.waiting <= fullest.group.waiting)) continue
      for (const [person, line] of group.lines) {
        const longer = fullest?.group !== group || line.waiters.length > fullest.line.waiters.length
        if (line.waiters.length > 0 && longer) fullest = { sender: { address, person }, group, line }
      }
    }
    return fullest
  }

  function remove(waiter: Waiter, sender: Sender, { group, line }: { group: Group; line: Line }): void {
    const at = line.waiters.indexOf(waiter)
    if (at < 0) return
    line.waiters.splice(at, 1)
    waiting -= 1
    group.waiting -= 1
    forget(sender, { group, line })
  }

  /**
   * Whether another address has a large part of all, and much more than `group`: it is not for `group` to
   * make room then.
   */
  function isCrowdedOut(group: Group): boolean {
    let largest = 0
    for (const each of groups.values()) largest = Math.max(largest, each.begun + each.waiting)
    return largest >= LARGE_PART * (begun + waiting) && largest > 2 * (group.begun + group.waiting)
  }

  function wait(sender: Sender, signal: AbortSignal | undefined): Promise<Turn | QueueRefusal> {
    const place = lineOf(sender)
    return new Promise((done) => {
      const refuse = (reason: QueueRefusal) => () => {
        remove(waiter, sender, place)
        waiter.settle(reason)
      }
      const leave = refuse("left")
      const refuseLate = refuse("late")
      let waits = 1
      const giveUp = () => {
        if (waits >= MAX_WAITS || !isCrowdedOut(place.group)) return refuseLate()
        waits += 1
        timer = setTimeout(giveUp, limits.maxWaitMs)
        return undefined
      }
      let timer = setTimeout(giveUp, limits.maxWaitMs)
      const waiter: Waiter = {
        settle(outcome) {
          clearTimeout(timer)
          signal?.removeEventListener("abort", leave)
          done(outcome)
        },
      }
      signal?.addEventListener("abort", leave, { once: true })
      place.line.waiters.push(waiter)
      place.group.waiting += 1
      waiting += 1
    })
  }

  /** Waits for a turn; whoever got one says when it is finished. `signal` tells that the sender is gone. */
  async function enter(sender: Sender, signal?: AbortSignal): Promise<Turn | QueueRefusal> {
    if (signal?.aborted) return "left"
    const place = lineOf(sender)
    const { group, line } = place
    const free =
      atWork < limits.maxAtWork && begun < limits.maxBegun && group.begun < limits.maxBegunOfAddress
    // Nobody overtakes: who waits although there is room has enough begun of their own.
    if (free && group.waiting === 0 && mayBegin(sender.person, line)) return begin(sender)
    const ofPerson = sender.person === "" ? 0 : line.waiters.length
    if (group.waiting >= limits.maxWaitingOfAddress || ofPerson >= limits.maxWaitingOfPerson) {
      forget(sender, place)
      return "too_many"
    }
    if (waiting >= limits.maxWaiting) {
      const fullest = findFullest()
      const last = fullest?.line.waiters.at(-1)
      if (!fullest || !last || fullest.group.waiting <= group.waiting + 1) {
        forget(sender, place)
        return "full"
      }
      remove(last, fullest.sender, fullest)
      last.settle("full")
    }
    const turn = wait(sender, signal)
    startNext()
    return turn
  }

  return {
    enter,
    /** How many are under way. */ counts: () => ({ atWork, begun, waiting, senders: groups.size }),
  }
}

export type FairQueue = ReturnType<typeof createFairQueue>
