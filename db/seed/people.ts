/**
 * Owns the people of the town: how they are called, where they live, since when they are here, and the four
 * demo accounts.
 */
import { CONSENTS } from "#app/areas/accounts/consents.ts"
import { OWN_PASSWORD } from "#app/areas/accounts/service/passwords.server.ts"
import { sidoList, sigunguList } from "#app/basics/regions.ts"
import { hang } from "./picture-rows.ts"
import { at, dice, idOf, type Dice } from "./random.ts"
import { familyNames, menNames, womenNames } from "./texts/people.ts"
import { daysAgo, minutesAfter } from "./times.ts"
import type { Customer, Town } from "./town.ts"

const CUSTOMERS = 332

// Shares of people by 시·도: most live around the capital.
const populous: Readonly<Record<string, number>> = {
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

/** A 시·군·구, more often where more people live. */
export function someRegion(chance: Dice, within?: string): string {
  const sido = within ?? chance.weighted(sidoList(), ({ code }) => populous[code] ?? 1).code
  // Counties are offered last in the codes and have few people.
  return chance.weighted(sigunguList(sido), ({ code }) =>
    Number(code.slice(2)) >= 700 && sido !== "11" ? 0.15 : 1,
  ).code
}

// 010-0… and 010-1… are given to nobody, so that no message of the town reaches a stranger.
/** Phone numbers by running number: customers from 0, experts from 2,000, demo accounts from 4,000. */
export const phoneOf = (number: number) => `+82101${String(2_340_000 + number * 137).padStart(7, "0")}`

/** Of customer@demo.kr, whose orders are written by hand: no other falls to them. */
const customersPhone = phoneOf(4_000)

type NewPerson = {
  label: string
  name: string
  email: string
  joinedAt: Date
  regionCode: string
  phone: string
  phoneVerified?: boolean
  userType?: "customer" | "expert"
  role?: "user" | "admin"
  expertState?: string
  password?: true
  portrait?: string
}

/** Most were here in the last days, some not for long. */
function usedBetween(joinedAt: Date, present: Date, label: string): Date {
  const here = present.getTime() - joinedAt.getTime()
  const ago = dice(`used/${label}`).chance(0.75) ? Math.min(9 * 86_400_000, here) : here
  return new Date(present.getTime() - Math.round(ago * (dice(`last/${label}`).int(0, 1_000) / 1_000) ** 2))
}

/** Adds a person with profile and consents; returns their id. Only the demo accounts have a password. */
export function addPerson(town: Town, person: NewPerson): string {
  const { rows } = town
  const { joinedAt: createdAt, name, label } = person
  const id = idOf(`person/${label}`, createdAt)
  rows.users.push({ id, email: person.email, emailVerified: true, name, createdAt, updatedAt: createdAt })
  const avatarId = person.portrait
    ? hang(town, person.portrait, { ownerId: id, purpose: "avatar", label: `avatar/${label}`, at: createdAt })
    : null
  rows.profiles.push({
    userId: id,
    userType: person.userType ?? "customer",
    role: person.role ?? "user",
    expertState: person.expertState ?? null,
    name,
    phone: person.phone,
    phoneVerifiedAt: person.phoneVerified ? minutesAfter(createdAt, 6) : null,
    regionCode: person.regionCode,
    avatarId,
    usedAt: usedBetween(createdAt, town.present, label),
    createdAt,
    updatedAt: createdAt,
  })
  const chance = dice(`consents/${label}`)
  for (const consent of CONSENTS) {
    rows.consents.push({
      id: idOf(`consent/${label}/${consent.kind}`, createdAt),
      userId: id,
      kind: consent.kind,
      version: consent.version,
      granted: consent.required || chance.chance(0.4),
      givenAt: createdAt,
    })
  }
  if (person.password) {
    rows.credentials.push({
      id: idOf(`credential/${label}`, createdAt),
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
  const chance = dice("demo accounts")
  const joined = (days: number) => daysAgo(town.present, days, chance)
  const account = (label: string, name: string, days: number, regionCode: string, phone: string) =>
    ({
      label,
      name,
      email: `${label}@demo.kr`,
      joinedAt: joined(days),
      regionCode,
      phone,
      phoneVerified: true,
      password: true,
    }) as const
  town.adminId = addPerson(town, {
    ...account("admin", "서지훈", 1_000, "11140", phoneOf(4_003)),
    role: "admin",
  })
  addPerson(town, { ...account("shop", "문가영", 610, "41135", phoneOf(4_002)), portrait: "woman-12" })
  return addCustomer(town, {
    ...account("customer", "한지우", 430, "11710", customersPhone),
    portrait: "woman-07",
  })
}

/** The other customers; most have no picture of themselves, as in life. */
export function addCustomers(town: Town): void {
  const taken = new Set<string>()
  for (let number = 0; number < CUSTOMERS; number += 1) {
    const chance = dice(`customer/${number}`)
    const woman = chance.chance(0.58)
    let name = ""
    do
      name =
        chance.weighted(familyNames, ([, share]) => share)[0] + chance.pick(woman ? womenNames : menNames)
    while (taken.has(name))
    taken.add(name)
    const portrait = chance.chance(0.12)
      ? `${woman ? "woman" : "man"}-${String(chance.int(1, 25)).padStart(2, "0")}`
      : undefined
    addCustomer(town, {
      label: `customer/${number}`,
      name,
      email: `c${String(number + 1).padStart(3, "0")}@town.example`,
      // Every third has been here from the beginning, the others came one after another.
      joinedAt: daysAgo(
        town.present,
        number % 3 === 0 ? chance.int(420, 900) : Math.max(1, Math.round(430 * (1 - number / CUSTOMERS))),
        chance,
        8,
        22,
      ),
      regionCode: someRegion(chance),
      phone: phoneOf(number),
      phoneVerified: chance.chance(0.55),
      ...(portrait ? { portrait } : {}),
    })
  }
}

/** A customer who was here at `moment`: mostly one who has asked for little so far. */
export function customerAt(town: Town, moment: Date, chance: Dice): Customer {
  const here = town.customers.filter(
    (customer) =>
      customer.joinedAt.getTime() < moment.getTime() - 3_600_000 && customer.phone !== customersPhone,
  )
  const fewest = Math.min(...here.map((customer) => customer.orders))
  const candidates = here.filter((customer) => customer.orders <= fewest + 1)
  return chance.chance(0.85) ? chance.pick(candidates) : at(here, chance.int(0, here.length - 1))
}
