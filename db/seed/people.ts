/**
 * The people of the town: how they are called, where they live, since when they are here, and the four
 * demo accounts.
 */
import { CONSENTS } from "#app/areas/accounts/consents.ts"
import { composeNickname } from "#app/areas/accounts/nicknames.ts"
import type { ExpertState } from "#app/areas/accounts/rules.ts"
import { OWN_PASSWORD } from "#app/areas/accounts/service/passwords.server.ts"
import { formatRegionShortName, listSidos, listSigungus } from "#app/basics/regions.ts"
import { addPicture } from "./picture-rows.ts"
import { atWrapped, createRandom, createSeedId, type SeededRandom } from "./random.ts"
import { familyNames, menNames, womenNames } from "./texts/people.ts"
import { daysAgo, minutesAfter } from "./times.ts"
import type { Customer, Town } from "./town.ts"

const CUSTOMER_COUNT = 332

// Shares of people by 시·도: most live around the capital.
const POPULATION_SHARES: Readonly<Record<string, number>> = {
  "11": 34,
  "41": 28,
  "28": 7,
  "26": 6,
  "27": 4,
  "30": 3,
  "31": 2,
  "36": 2,
  "51": 2,
  "43": 2,
  "44": 3,
  "52": 2,
  "12": 4,
  "47": 3,
  "48": 4,
  "50": 2,
}

/** Places where the town is at home: their near lists are full. */
const HOME_SHARES: Readonly<Record<string, number>> = { "11710": 8, "11440": 6, "41135": 8, "26350": 5 }

/** A 시·군·구, more often where more people live. */
export function pickRegion(random: SeededRandom, within?: string): string {
  const sido = within ?? random.pickWeighted(listSidos(), ({ code }) => POPULATION_SHARES[code] ?? 1).code
  // Counties are offered last in the codes and have few people.
  return random.pickWeighted(listSigungus(sido), ({ code }) =>
    Number(code.slice(2)) >= 700 && sido !== "11" ? 0.15 : (HOME_SHARES[code] ?? 1),
  ).code
}

// 010-0… and 010-1… are given to nobody, so that no message of the town reaches a stranger.
/** Phone numbers by running number: customers from 0, experts from 2,000, demo accounts from 4,000. */
export const createPhone = (number: number) => `+82101${String(2_340_000 + number * 137).padStart(7, "0")}`

/** Of customer@demo.kr, whose orders are written by hand: no other falls to them. */
const demoCustomerPhone = createPhone(4_000)

/** What follows the name of one's place: 송파동감자. */
const PLACE_ENDINGS = [
  "동감자",
  "토박이",
  "고양이",
  "산책러",
  "댁",
  "아재",
  "이모",
  "다람쥐",
  "주민",
  "살구",
  "집사",
  "두부",
  "라떼",
  "새내기",
  "캠핑러",
  "살림꾼",
  "정리왕",
  "만두",
  "참새",
  "호떡",
] as const

type NewPerson = {
  label: string
  /** The legal name. */
  name: string
  nickname?: string
  email: string
  joinedAt: Date
  regionCode: string
  phone: string
  phoneVerified?: boolean
  userType?: "customer" | "expert"
  role?: "user" | "admin"
  expertState?: ExpertState
  password?: true
  portrait?: string
}

/** Most were here in the last days, some not for long. */
function pickLastUsedAt(joinedAt: Date, present: Date, label: string): Date {
  const here = present.getTime() - joinedAt.getTime()
  const ago = createRandom(`used/${label}`).chance(0.75) ? Math.min(9 * 86_400_000, here) : here
  return new Date(
    present.getTime() - Math.round(ago * (createRandom(`last/${label}`).int(0, 1_000) / 1_000) ** 2),
  )
}

/** A pair of pleasant words, or one with the place where they live; each once in the town. */
function pickNickname(town: Town, label: string, regionCode: string): string {
  const random = createRandom(`nickname/${label}`)
  const taken = new Set(town.rows.profiles.map((profile) => profile.nickname))
  const place =
    formatRegionShortName(regionCode)
      .split(" ")
      .at(-1)
      ?.replace(/[시군구]$/, "") ?? ""
  for (;;) {
    const nickname =
      place.length === 2 && random.chance(0.35)
        ? `${place}${random.pick(PLACE_ENDINGS)}`
        : composeNickname(() => random.next())
    if (!taken.has(nickname)) return nickname
  }
}

/** Adds a person with profile and consents; returns their id. Only the demo accounts have a password. */
export function addPerson(town: Town, person: NewPerson): string {
  const { rows } = town
  const { joinedAt: createdAt, name, label } = person
  const id = createSeedId(`person/${label}`, createdAt)
  rows.users.push({ id, email: person.email, emailVerified: true, name, createdAt, updatedAt: createdAt })
  const avatarId = person.portrait
    ? addPicture(town, person.portrait, {
        ownerId: id,
        purpose: "avatar",
        label: `avatar/${label}`,
        at: createdAt,
      })
    : null
  rows.profiles.push({
    userId: id,
    userType: person.userType ?? "customer",
    role: person.role ?? "user",
    expertState: person.expertState ?? null,
    legalName: name,
    nickname: person.nickname ?? pickNickname(town, label, person.regionCode),
    phone: person.phone,
    phoneVerifiedAt: person.phoneVerified ? minutesAfter(createdAt, 6) : null,
    regionCode: person.regionCode,
    avatarId,
    usedAt: pickLastUsedAt(createdAt, town.present, label),
    createdAt,
    updatedAt: createdAt,
  })
  const random = createRandom(`consents/${label}`)
  for (const consent of CONSENTS) {
    rows.consents.push({
      id: createSeedId(`consent/${label}/${consent.kind}`, createdAt),
      userId: id,
      kind: consent.kind,
      version: consent.version,
      granted: consent.required || random.chance(0.4),
      givenAt: createdAt,
    })
  }
  if (person.password) {
    rows.credentials.push({
      id: createSeedId(`credential/${label}`, createdAt),
      userId: id,
      accountId: id,
      providerId: OWN_PASSWORD,
      password: town.passwordHash,
      createdAt,
      updatedAt: createdAt,
    })
  }
  return id
}

function addCustomer(town: Town, person: Omit<NewPerson, "userType" | "role">): Customer {
  const { name, phone, regionCode, joinedAt } = person
  const customer: Customer = { id: addPerson(town, person), name, phone, regionCode, joinedAt, orders: 0 }
  town.customers.push(customer)
  return customer
}

/**
 * The accounts anybody may sign in with to look around, besides the expert's. Returns the customer among
 * them.
 */
export function addDemoAccounts(town: Town): Customer {
  const random = createRandom("demo accounts")
  const joined = (days: number) => daysAgo(town.present, days, random)
  const account = (
    label: string,
    [name, nickname]: readonly [string, string],
    days: number,
    regionCode: string,
    phone: string,
  ) =>
    ({
      label,
      name,
      nickname,
      email: `${label}@demo.kr`,
      joinedAt: joined(days),
      regionCode,
      phone,
      phoneVerified: true,
      password: true,
    }) as const
  town.adminId = addPerson(town, {
    ...account("admin", ["서지훈", "차분한나무"], 1_000, "11140", createPhone(4_003)),
    role: "admin",
  })
  addPerson(town, {
    ...account("shop", ["문가영", "분당살림꾼"], 610, "41135", createPhone(4_002)),
    portrait: "woman-12",
  })
  return addCustomer(town, {
    ...account("customer", ["한지우", "송파동감자"], 430, "11710", demoCustomerPhone),
    portrait: "woman-07",
  })
}

/** The other customers; most have no picture of themselves, as in life. */
export function addCustomers(town: Town): void {
  const usedNames = new Set<string>()
  for (let number = 0; number < CUSTOMER_COUNT; number += 1) {
    const random = createRandom(`customer/${number}`)
    const isWoman = random.chance(0.58)
    let name = ""
    do
      name =
        random.pickWeighted(familyNames, ([, share]) => share)[0] +
        random.pick(isWoman ? womenNames : menNames)
    while (usedNames.has(name))
    usedNames.add(name)
    const portrait = random.chance(0.12)
      ? `${isWoman ? "woman" : "man"}-${String(random.int(1, 25)).padStart(2, "0")}`
      : undefined
    addCustomer(town, {
      label: `customer/${number}`,
      name,
      email: `c${String(number + 1).padStart(3, "0")}@town.example`,
      // Every third has been here from the beginning, the others came one after another.
      joinedAt: daysAgo(
        town.present,
        number % 3 === 0
          ? random.int(420, 900)
          : Math.max(1, Math.round(430 * (1 - number / CUSTOMER_COUNT))),
        random,
        8,
        22,
      ),
      regionCode: pickRegion(random),
      phone: createPhone(number),
      phoneVerified: random.chance(0.55),
      ...(portrait ? { portrait } : {}),
    })
  }
}

/** A customer who was here at `moment`: mostly one who has asked for little so far. */
export function pickCustomer(town: Town, moment: Date, random: SeededRandom): Customer {
  const here = town.customers.filter(
    (customer) =>
      customer.joinedAt.getTime() < moment.getTime() - 3_600_000 && customer.phone !== demoCustomerPhone,
  )
  const minOrders = Math.min(...here.map((customer) => customer.orders))
  const candidates = here.filter((customer) => customer.orders <= minOrders + 1)
  return random.chance(0.85) ? random.pick(candidates) : atWrapped(here, random.int(0, here.length - 1))
}
