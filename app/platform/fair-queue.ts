/**
 * The order in which work begins: a bounded number at once, the rest waiting, fair between those who
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
export type QueueRejection = "too_many" | "full" | "late" | "left"

export type QueueLimits = {
  /**
   * Pieces of work at once. Who has been at it for `workMs` is taken to wait for something else, and no
   * longer counts.
   */
  maxActive: number
  maxActiveMs: number
  /** Begun and not finished: in all, of one address, of one person. */
  maxInFlight: number
  maxInFlightPerAddress: number
  maxInFlightPerPerson: number
  /** Waiting for a turn: in all, of one address, of one person. */
  maxWaiting: number
  maxWaitingPerAddress: number
  maxWaitingPerPerson: number
  maxWaitMs: number
}

export type QueueSlot = {
  /** Gives the place back; called twice it does nothing more. */
  release(): void
}

type Waiter = { resolve: (outcome: QueueSlot | QueueRejection) => void }
/** `lastTurn`: number of the turn that it had last, 0 before the first. */
type PersonQueue = { inFlight: number; lastTurnNumber: number; waiters: Waiter[] }
type AddressQueue = {
  inFlight: number
  lastTurnNumber: number
  waiting: number
  personQueues: Map<string, PersonQueue>
}

/** How many times `maxWaitMs` somebody waits whom others crowd out. */
const MAX_WAIT_PERIODS = 4
const LARGE_SHARE = 0.25

/**
 * Makes a queue. Of those who wait, the address with the least under way is next, and among equals the one
 * whose turn was longest ago; within an address the same between its people. Where all places to wait are
 * taken, a newcomer takes that of the address which holds most of them.
 */
export function createFairQueue(limits: QueueLimits) {
  const addressQueues = new Map<string, AddressQueue>()
  let active = 0
  let inFlight = 0
  let waiting = 0
  let turnCount = 0

  function getQueues({ address, person }: Sender): { addressQueue: AddressQueue; personQueue: PersonQueue } {
    const addressQueue = addressQueues.get(address) ?? {
      inFlight: 0,
      lastTurnNumber: 0,
      waiting: 0,
      personQueues: new Map<string, PersonQueue>(),
    }
    const personQueue = addressQueue.personQueues.get(person) ?? {
      inFlight: 0,
      lastTurnNumber: 0,
      waiters: [],
    }
    addressQueues.set(address, addressQueue)
    addressQueue.personQueues.set(person, personQueue)
    return { addressQueue, personQueue }
  }

  function removeIfEmpty(
    { address, person }: Sender,
    { addressQueue, personQueue }: { addressQueue: AddressQueue; personQueue: PersonQueue },
  ): void {
    if (personQueue.inFlight === 0 && personQueue.waiters.length === 0)
      addressQueue.personQueues.delete(person)
    if (addressQueue.inFlight === 0 && addressQueue.waiting === 0) addressQueues.delete(address)
  }

  /** Strangers of one address stand in one line: limits of a person say nothing about them. */
  const canStart = (person: string, personQueue: PersonQueue) =>
    person === "" || personQueue.inFlight < limits.maxInFlightPerPerson

  function start(sender: Sender): QueueSlot {
    const { addressQueue, personQueue } = getQueues(sender)
    turnCount += 1
    addressQueue.lastTurnNumber = turnCount
    personQueue.lastTurnNumber = turnCount
    inFlight += 1
    active += 1
    addressQueue.inFlight += 1
    personQueue.inFlight += 1
    let isActive = true
    let isReleased = false
    const markInactive = () => {
      if (!isActive) return
      isActive = false
      active -= 1
    }
    const timer = setTimeout(() => {
      markInactive()
      startNext()
    }, limits.maxActiveMs).unref()
    return {
      release() {
        if (isReleased) return
        isReleased = true
        clearTimeout(timer)
        markInactive()
        inFlight -= 1
        addressQueue.inFlight -= 1
        personQueue.inFlight -= 1
        removeIfEmpty(sender, { addressQueue, personQueue })
        startNext()
      },
    }
  }

  type Candidate = { inFlight: number; lastTurnNumber: number }
  const isBefore = (one: Candidate, other: Candidate | undefined) =>
    !other ||
    one.inFlight < other.inFlight ||
    (one.inFlight === other.inFlight && one.lastTurnNumber < other.lastTurnNumber)

  /** Whose turn it is; undefined where all who wait have enough begun. */
  function findNext(): Sender | undefined {
    let next: { sender: Sender; addressQueue: AddressQueue } | undefined
    for (const [address, addressQueue] of addressQueues) {
      if (
        addressQueue.waiting === 0 ||
        addressQueue.inFlight >= limits.maxInFlightPerAddress ||
        !isBefore(addressQueue, next?.addressQueue)
      )
        continue
      let chosen: { person: string; personQueue: PersonQueue } | undefined
      for (const [person, personQueue] of addressQueue.personQueues) {
        const isWaiting = personQueue.waiters.length > 0 && canStart(person, personQueue)
        if (isWaiting && isBefore(personQueue, chosen?.personQueue)) chosen = { person, personQueue }
      }
      if (chosen) next = { sender: { address, person: chosen.person }, addressQueue }
    }
    return next?.sender
  }

  function startNext(): void {
    while (waiting > 0 && active < limits.maxActive && inFlight < limits.maxInFlight) {
      const next = findNext()
      if (!next) return
      const { addressQueue, personQueue } = getQueues(next)
      const waiter = personQueue.waiters.shift()
      if (!waiter) return
      waiting -= 1
      addressQueue.waiting -= 1
      waiter.resolve(start(next))
    }
  }

  /** The address that holds most places to wait, and the fullest of its lines. */
  function findFullest():
    | { sender: Sender; addressQueue: AddressQueue; personQueue: PersonQueue }
    | undefined {
    let fullest: { sender: Sender; addressQueue: AddressQueue; personQueue: PersonQueue } | undefined
    for (const [address, addressQueue] of addressQueues) {
      if (addressQueue.waiting === 0 || (fullest && addressQueue.waiting <= fullest.addressQueue.waiting))
        continue
      for (const [person, personQueue] of addressQueue.personQueues) {
        const longer =
          fullest?.addressQueue !== addressQueue ||
          personQueue.waiters.length > fullest.personQueue.waiters.length
        if (personQueue.waiters.length > 0 && longer)
          fullest = { sender: { address, person }, addressQueue, personQueue }
      }
    }
    return fullest
  }

  function remove(
    waiter: Waiter,
    sender: Sender,
    { addressQueue, personQueue }: { addressQueue: AddressQueue; personQueue: PersonQueue },
  ): void {
    const position = personQueue.waiters.indexOf(waiter)
    if (position < 0) return
    personQueue.waiters.splice(position, 1)
    waiting -= 1
    addressQueue.waiting -= 1
    removeIfEmpty(sender, { addressQueue, personQueue })
  }

  /**
   * Whether another address has a large part of all, and much more than `group`: it is not for `group` to
   * make room then.
   */
  function isCrowdedOut(addressQueue: AddressQueue): boolean {
    let largest = 0
    for (const other of addressQueues.values()) largest = Math.max(largest, other.inFlight + other.waiting)
    return (
      largest >= LARGE_SHARE * (inFlight + waiting) &&
      largest > 2 * (addressQueue.inFlight + addressQueue.waiting)
    )
  }

  function wait(sender: Sender, signal: AbortSignal | undefined): Promise<QueueSlot | QueueRejection> {
    const queues = getQueues(sender)
    return new Promise((resolveWait) => {
      const refuse = (reason: QueueRejection) => () => {
        remove(waiter, sender, queues)
        waiter.resolve(reason)
      }
      const cancel = refuse("left")
      const rejectLate = refuse("late")
      let waitPeriods = 1
      const onTimeout = () => {
        if (waitPeriods >= MAX_WAIT_PERIODS || !isCrowdedOut(queues.addressQueue)) return rejectLate()
        waitPeriods += 1
        timer = setTimeout(onTimeout, limits.maxWaitMs)
        return undefined
      }
      let timer = setTimeout(onTimeout, limits.maxWaitMs)
      const waiter: Waiter = {
        resolve(outcome) {
          clearTimeout(timer)
          signal?.removeEventListener("abort", cancel)
          resolveWait(outcome)
        },
      }
      signal?.addEventListener("abort", cancel, { once: true })
      queues.personQueue.waiters.push(waiter)
      queues.addressQueue.waiting += 1
      waiting += 1
    })
  }

  /** Waits for a turn; whoever got one says when it is finished. `signal` tells that the sender is gone. */
  async function acquire(sender: Sender, signal?: AbortSignal): Promise<QueueSlot | QueueRejection> {
    if (signal?.aborted) return "left"
    const queues = getQueues(sender)
    const { addressQueue, personQueue } = queues
    const hasCapacity =
      active < limits.maxActive &&
      inFlight < limits.maxInFlight &&
      addressQueue.inFlight < limits.maxInFlightPerAddress
    // Nobody overtakes: who waits although there is room has enough begun of their own.
    if (hasCapacity && addressQueue.waiting === 0 && canStart(sender.person, personQueue))
      return start(sender)
    const waitingOfPerson = sender.person === "" ? 0 : personQueue.waiters.length
    if (
      addressQueue.waiting >= limits.maxWaitingPerAddress ||
      waitingOfPerson >= limits.maxWaitingPerPerson
    ) {
      removeIfEmpty(sender, queues)
      return "too_many"
    }
    if (waiting >= limits.maxWaiting) {
      const fullest = findFullest()
      const last = fullest?.personQueue.waiters.at(-1)
      if (!fullest || !last || fullest.addressQueue.waiting <= addressQueue.waiting + 1) {
        removeIfEmpty(sender, queues)
        return "full"
      }
      remove(last, fullest.sender, fullest)
      last.resolve("full")
    }
    const pendingSlot = wait(sender, signal)
    startNext()
    return pendingSlot
  }

  return {
    enter: acquire,
    /** How many are under way. */ getStats: () => ({
      atWork: active,
      begun: inFlight,
      waiting,
      senders: addressQueues.size,
    }),
  }
}

export type FairQueue = ReturnType<typeof createFairQueue>
