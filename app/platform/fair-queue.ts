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
   * Pieces of work at once. Who has been at it for `maxActiveMs` is taken to wait for something else, and no
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
/** `lastTurnNumber`: number of the turn that it had last, 0 before the first. */
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

type Queues = { addressQueue: AddressQueue; personQueue: PersonQueue }
type Candidate = { inFlight: number; lastTurnNumber: number }

const isBefore = (one: Candidate, other: Candidate | undefined): boolean =>
  !other ||
  one.inFlight < other.inFlight ||
  (one.inFlight === other.inFlight && one.lastTurnNumber < other.lastTurnNumber)

/**
 * Of those who wait, the address with the least under way is next, and among equals the one whose turn was
 * longest ago; within an address the same between its people. Where all places to wait are taken, a newcomer
 * takes that of the address which holds most of them.
 */
export class FairQueue {
  readonly #limits: QueueLimits
  readonly #addressQueues = new Map<string, AddressQueue>()
  #active = 0
  #inFlight = 0
  #waiting = 0
  #turnCount = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Waits for a turn; whoever got one says when it is finished. `signal` tells that the sender is gone. */
  async enter(sender: Sender, signal?: AbortSignal): Promise<QueueSlot | QueueRejection> {
    if (signal?.aborted) return "left"
    const queues = this.#getQueues(sender)
    const { addressQueue, personQueue } = queues
    const hasCapacity = this.#hasCapacity() && addressQueue.inFlight < this.#limits.maxInFlightPerAddress
    // Nobody overtakes: who waits although there is room has enough begun of their own.
    if (hasCapacity && addressQueue.waiting === 0 && this.#canStart(sender.person, personQueue))
      return this.#start(sender)
    const rejection = this.#makeRoom(sender, queues)
    if (rejection) {
      this.#removeIfEmpty(sender, queues)
      return rejection
    }
    const pendingSlot = this.#wait(sender, queues, signal)
    this.#startNext()
    return pendingSlot
  }

  /** How many are under way. */
  getStats() {
    return {
      atWork: this.#active,
      begun: this.#inFlight,
      waiting: this.#waiting,
      senders: this.#addressQueues.size,
    }
  }

  #hasCapacity(): boolean {
    return this.#active < this.#limits.maxActive && this.#inFlight < this.#limits.maxInFlight
  }

  #getQueues({ address, person }: Sender): Queues {
    const addressQueue = this.#addressQueues.get(address) ?? {
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
    this.#addressQueues.set(address, addressQueue)
    addressQueue.personQueues.set(person, personQueue)
    return { addressQueue, personQueue }
  }

  #removeIfEmpty({ address, person }: Sender, { addressQueue, personQueue }: Queues): void {
    if (personQueue.inFlight === 0 && personQueue.waiters.length === 0)
      addressQueue.personQueues.delete(person)
    if (addressQueue.inFlight === 0 && addressQueue.waiting === 0) this.#addressQueues.delete(address)
  }

  /** Strangers of one address stand in one line: limits of a person say nothing about them. */
  #canStart(person: string, personQueue: PersonQueue): boolean {
    return person === "" || personQueue.inFlight < this.#limits.maxInFlightPerPerson
  }

  #start(sender: Sender): QueueSlot {
    const queues = this.#getQueues(sender)
    const { addressQueue, personQueue } = queues
    this.#turnCount += 1
    addressQueue.lastTurnNumber = this.#turnCount
    personQueue.lastTurnNumber = this.#turnCount
    this.#inFlight += 1
    this.#active += 1
    addressQueue.inFlight += 1
    personQueue.inFlight += 1
    let isActive = true
    let isReleased = false
    const markInactive = () => {
      if (!isActive) return
      isActive = false
      this.#active -= 1
    }
    const timer = setTimeout(() => {
      markInactive()
      this.#startNext()
    }, this.#limits.maxActiveMs).unref()
    return {
      release: () => {
        if (isReleased) return
        isReleased = true
        clearTimeout(timer)
        markInactive()
        this.#inFlight -= 1
        addressQueue.inFlight -= 1
        personQueue.inFlight -= 1
        this.#removeIfEmpty(sender, queues)
        this.#startNext()
      },
    }
  }

  #startNext(): void {
    while (this.#waiting > 0 && this.#hasCapacity()) {
      const next = this.#findNext()
      if (!next) return
      const { addressQueue, personQueue } = this.#getQueues(next)
      const waiter = personQueue.waiters.shift()
      if (!waiter) return
      this.#waiting -= 1
      addressQueue.waiting -= 1
      waiter.resolve(this.#start(next))
    }
  }

  /** Whose turn it is; undefined where all who wait have enough begun. */
  #findNext(): Sender | undefined {
    let next: { sender: Sender; addressQueue: AddressQueue } | undefined
    for (const [address, addressQueue] of this.#addressQueues) {
      const isCandidate =
        addressQueue.waiting > 0 &&
        addressQueue.inFlight < this.#limits.maxInFlightPerAddress &&
        isBefore(addressQueue, next?.addressQueue)
      const person = isCandidate ? this.#findNextPerson(addressQueue) : undefined
      if (person !== undefined) next = { sender: { address, person }, addressQueue }
    }
    return next?.sender
  }

  #findNextPerson({ personQueues }: AddressQueue): string | undefined {
    let chosen: { person: string; personQueue: PersonQueue } | undefined
    for (const [person, personQueue] of personQueues) {
      const isWaiting = personQueue.waiters.length > 0 && this.#canStart(person, personQueue)
      if (isWaiting && isBefore(personQueue, chosen?.personQueue)) chosen = { person, personQueue }
    }
    return chosen?.person
  }

  /** Says why a newcomer may not wait; where all places are taken, somebody else may have to leave theirs. */
  #makeRoom({ person }: Sender, { addressQueue, personQueue }: Queues): QueueRejection | null {
    const waitingOfPerson = person === "" ? 0 : personQueue.waiters.length
    if (
      addressQueue.waiting >= this.#limits.maxWaitingPerAddress ||
      waitingOfPerson >= this.#limits.maxWaitingPerPerson
    )
      return "too_many"
    if (this.#waiting < this.#limits.maxWaiting) return null
    const fullest = this.#findFullest()
    const last = fullest?.personQueue.waiters.at(-1)
    if (!fullest || !last || fullest.addressQueue.waiting <= addressQueue.waiting + 1) return "full"
    this.#remove(last, fullest.sender, fullest)
    last.resolve("full")
    return null
  }

  /** The address that holds most places to wait, and the fullest of its lines. */
  #findFullest(): (Queues & { sender: Sender }) | undefined {
    let fullest: (Queues & { sender: Sender }) | undefined
    for (const [address, addressQueue] of this.#addressQueues) {
      if (addressQueue.waiting === 0 || (fullest && addressQueue.waiting <= fullest.addressQueue.waiting))
        continue
      for (const [person, personQueue] of addressQueue.personQueues) {
        const isLonger =
          fullest?.addressQueue !== addressQueue ||
          personQueue.waiters.length > fullest.personQueue.waiters.length
        if (personQueue.waiters.length > 0 && isLonger)
          fullest = { sender: { address, person }, addressQueue, personQueue }
      }
    }
    return fullest
  }

  #remove(waiter: Waiter, sender: Sender, queues: Queues): void {
    const position = queues.personQueue.waiters.indexOf(waiter)
    if (position < 0) return
    queues.personQueue.waiters.splice(position, 1)
    this.#waiting -= 1
    queues.addressQueue.waiting -= 1
    this.#removeIfEmpty(sender, queues)
  }

  /**
   * Whether another address has a large part of all, and much more than `addressQueue`: it is not for this
   * one to make room then.
   */
  #isCrowdedOut(addressQueue: AddressQueue): boolean {
    let largest = 0
    for (const other of this.#addressQueues.values())
      largest = Math.max(largest, other.inFlight + other.waiting)
    return (
      largest >= LARGE_SHARE * (this.#inFlight + this.#waiting) &&
      largest > 2 * (addressQueue.inFlight + addressQueue.waiting)
    )
  }

  #wait(
    sender: Sender,
    queues: Queues,
    signal: AbortSignal | undefined,
  ): Promise<QueueSlot | QueueRejection> {
    const { maxWaitMs } = this.#limits
    return new Promise((resolveWait) => {
      const refuse = (reason: QueueRejection) => () => {
        this.#remove(waiter, sender, queues)
        waiter.resolve(reason)
      }
      const cancel = refuse("left")
      const rejectLate = refuse("late")
      let waitPeriods = 1
      const onTimeout = () => {
        if (waitPeriods >= MAX_WAIT_PERIODS || !this.#isCrowdedOut(queues.addressQueue)) return rejectLate()
        waitPeriods += 1
        timer = setTimeout(onTimeout, maxWaitMs)
        return undefined
      }
      let timer = setTimeout(onTimeout, maxWaitMs)
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
      this.#waiting += 1
    })
  }
}
