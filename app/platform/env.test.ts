/**
 * Settings: what each combination of outside services comes to, and that every wrong value is a Korean
 * sentence with its name.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { readEnvironment, settingNames, setEnvironment } from "./env.server.ts"
import {
  getAccountCheckProvider,
  getMailMode,
  getPaymentsMode,
  getPayoutProvider,
  getServicesNotLive,
  getSmsMode,
} from "./services.server.ts"

const toss = { TOSS_CLIENT_KEY: "live_ck_ours", TOSS_SECRET_KEY: "live_sk_ours" }
const testToss = { TOSS_CLIENT_KEY: "test_ck_ours", TOSS_SECRET_KEY: "test_sk_ours" }
const solapi = { SOLAPI_API_KEY: "key", SOLAPI_API_SECRET: "secret", SMS_FROM: "0212345678" }
const smtp = { SMTP_URL: "smtp://127.0.0.1:25", MAIL_FROM: "우리 <no-reply@ours.kr>" }
const payouts = { TOSS_SECURITY_KEY: "5".repeat(64) }
const codef = { CODEF_CLIENT_ID: "id", CODEF_CLIENT_SECRET: "secret" }
const payoutsOff = { PAYOUTS: "off", ACCOUNT_CHECK: "off" }
const production = {
  APP_ENV: "production",
  SECRET: "a secret that only production knows!",
  PRODUCTION_ORIGIN: "https://ours.kr",
  DEMO: "0",
  TRACKING: "off",
}

/** The names that a start with these settings complains of; empty where it starts. */
function namesOf(given: Record<string, string>): string[] {
  try {
    readEnvironment(given)
    return []
  } catch (error) {
    return [...String(error).matchAll(/^ {2}([A-Z0-9_]+): /gm)].map((found) => found[1] ?? "")
  }
}
function sentenceOf(given: Record<string, string>): string {
  try {
    readEnvironment(given)
    return ""
  } catch (error) {
    return error instanceof Error ? error.message : ""
  }
}

test("production follows parcels for real, or says that it does not", () => {
  const rest = { ...production, ...payoutsOff, ...toss, ...solapi, ...smtp }
  const tracker = { TRACKER_CLIENT_ID: "ours", TRACKER_CLIENT_SECRET: "secret" }
  expect(namesOf({ ...rest, TRACKING: "" })).toEqual(["TRACKING"])
  expect(namesOf({ ...rest, TRACKING: "simulator" })).toEqual(["TRACKING"])
  expect(namesOf({ ...rest, TRACKING: "tracker_delivery" })).toEqual(["TRACKING"])
  expect(namesOf({ ...rest, TRACKING: "tracker_delivery", ...tracker })).toEqual([])
  expect(namesOf({ TRACKER_CLIENT_ID: "ours" })).toEqual(["TRACKER_CLIENT_SECRET"])
})

test("production starts where every service is real, and says the name of each that is missing", () => {
  const real = { ...production, ...toss, ...payouts, ...codef, ...solapi, ...smtp }
  expect(namesOf(real)).toEqual([])
  expect(namesOf(production).sort()).toEqual(["ACCOUNT_CHECK", "MAIL", "PAYMENTS", "PAYOUTS", "SMS"])
  expect(namesOf({ ...production, ...payoutsOff }).sort()).toEqual(["MAIL", "PAYMENTS", "SMS"])
  expect(namesOf({ ...production, ...payoutsOff, ...toss, ...solapi })).toEqual(["MAIL"])
  expect(namesOf({ ...production, ...payoutsOff, ...toss, ...smtp })).toEqual(["SMS"])
  expect(namesOf({ ...production, ...payoutsOff, ...solapi, ...smtp })).toEqual(["PAYMENTS"])
})

test.each(["development", "test", "staging", "production"])(
  "in %s who pays people out and checks their accounts is real, named, or named as missing",
  (appEnv) => {
    const isOpen = ["staging", "production"].includes(appEnv)
    const given = { ...production, APP_ENV: appEnv, ...toss, ...solapi, ...smtp }
    expect(namesOf(given).sort()).toEqual(isOpen ? ["ACCOUNT_CHECK", "PAYOUTS"] : [])
    const practice = { PAYOUTS: "simulator", ACCOUNT_CHECK: "simulator" }
    expect(namesOf({ ...given, ...practice }).sort()).toEqual(
      appEnv === "production" ? ["ACCOUNT_CHECK", "PAYOUTS"] : [],
    )
    for (const [settings, providers] of [
      [payoutsOff, [null, null]],
      [{ ...payouts, ...codef }, ["toss", "codef"]],
      ...(isOpen ? [] : [[{}, ["simulator", "simulator"]] as const]),
    ] as const) {
      setEnvironment(readEnvironment({ ...given, ...settings }))
      expect([getPayoutProvider(), getAccountCheckProvider()]).toEqual(providers)
    }
  },
)

const all = <Value>(values: readonly Value[]) => values
const choices = all(["toss", "simulator", "off", "nothing"]).flatMap((payments) =>
  all(["smtp", "outbox", "off", "nothing"]).flatMap((mail) =>
    all(["solapi", "outbox", "off", "nothing"]).map((sms) => ({ payments, mail, sms })),
  ),
)
const named = (given: (typeof choices)[number]): Record<string, string> => ({
  ...(given.payments === "nothing" ? {} : { PAYMENTS: given.payments }),
  ...(given.payments === "toss" ? toss : {}),
  ...(given.mail === "nothing" ? {} : { MAIL: given.mail }),
  ...(given.mail === "smtp" ? smtp : {}),
  ...(given.sms === "nothing" ? {} : { SMS: given.sms }),
  ...(given.sms === "solapi" ? solapi : {}),
})

test.each(["development", "staging", "production", "test"])(
  "in %s every combination either starts as what it says, or names what is missing",
  (appEnv) => {
    for (const given of choices) {
      const environment = { ...production, ...payoutsOff, APP_ENV: appEnv, ...named(given) }
      const isWrong = (value: string, practice: string) =>
        (appEnv === "production" && (value === practice || value === "nothing")) ||
        (appEnv === "staging" && value === "nothing")
      const wrong = [
        ...(isWrong(given.payments, "simulator") ? ["PAYMENTS"] : []),
        ...(isWrong(given.mail, "outbox") ? ["MAIL"] : []),
        ...(isWrong(given.sms, "outbox") ? ["SMS"] : []),
      ]
      expect([given, namesOf(environment).sort()]).toEqual([given, wrong.sort()])
      if (wrong.length > 0) continue
      setEnvironment(readEnvironment(environment))
      const modeOf = (value: string, real: string) =>
        value === real ? "real" : value === "off" ? "off" : "practice"
      const modes = {
        payments: modeOf(given.payments, "toss"),
        mail: modeOf(given.mail, "smtp"),
        sms: modeOf(given.sms, "solapi"),
      }
      expect([given, getPaymentsMode(), getMailMode(), getSmsMode()]).toEqual([
        given,
        modes.payments,
        modes.mail,
        modes.sms,
      ])
      expect(getServicesNotLive()).toEqual(
        Object.values(modes).every((mode) => mode === "real") ? null : modes,
      )
    }
  },
)

test("what is named needs what it stands on, and half of two keys is none", () => {
  expect(namesOf({ PAYMENTS: "toss" })).toEqual(["PAYMENTS"])
  expect(namesOf({ MAIL: "smtp" })).toEqual(["MAIL"])
  expect(namesOf({ SMS: "solapi" })).toEqual(["SMS"])
  expect(namesOf({ TOSS_SECRET_KEY: "live_sk_ours" })).toEqual(["TOSS_CLIENT_KEY"])
  expect(namesOf({ TOSS_CLIENT_KEY: "live_ck_ours" })).toEqual(["TOSS_SECRET_KEY"])
  expect(namesOf({ TOSS_CLIENT_KEY: "test_ck_ours", TOSS_SECRET_KEY: "live_sk_ours" })).toEqual([
    "TOSS_CLIENT_KEY",
  ])
  expect(namesOf({ PAYOUTS: "toss", ...toss })).toEqual(["PAYOUTS"])
  expect(namesOf({ ACCOUNT_CHECK: "codef" })).toEqual(["ACCOUNT_CHECK"])
  expect(namesOf(payouts)).toEqual(["TOSS_SECURITY_KEY"])
  expect(namesOf({ CODEF_CLIENT_ID: "id" })).toEqual(["CODEF_CLIENT_SECRET"])
  expect(namesOf({ CODEF_CLIENT_SECRET: "secret" })).toEqual(["CODEF_CLIENT_ID"])
  const withoutSender = { ...production, ...payoutsOff, ...toss, ...solapi, SMTP_URL: smtp.SMTP_URL }
  expect(namesOf(withoutSender)).toEqual(["MAIL_FROM"])
})

test("production refuses test keys at the provider, and elsewhere the screens say that nobody pays", () => {
  const ready = { ...production, ...payoutsOff, ...solapi, ...smtp }
  expect(namesOf({ ...ready, ...testToss })).toEqual(["TOSS_SECRET_KEY"])
  const double = { ...ready, ...testToss, TOSS_API_URL: "http://127.0.0.1:4600" }
  expect(namesOf(double)).toEqual([])
  setEnvironment(readEnvironment(double))
  expect([getPaymentsMode(), getServicesNotLive()]).toEqual([
    "practice",
    { payments: "practice", mail: "real", sms: "real" },
  ])
  // A secret key never goes over a network unencrypted.
  expect(namesOf({ ...ready, ...toss, TOSS_API_URL: "http://pay.example.kr" })).toEqual(["TOSS_API_URL"])
})

test("a wrong value of any setting is a Korean sentence that names it, and never shows a secret", () => {
  const wrong: Record<string, string> = {
    PORT: "많이",
    DATABASE_POOL: "0",
    SHARED_MS: "-1",
    SECRET: "short",
    MAIL_FROM: "x",
    APP_ENV: "prod",
    DEMO: "yes",
    TRUST_PROXY: "maybe",
    LOG_LEVEL: "loud",
    PAYMENTS: "cash",
    MAIL: "pigeon",
    SMS: "pigeon",
  }
  for (const name of settingNames) {
    const value = wrong[name] ?? (/URL|ORIGIN|ENDPOINT/.test(name) ? "not an address" : null)
    if (value === null) continue
    const sentence = sentenceOf({ [name]: value })
      .split("\n")
      .find((line) => line.startsWith(`  ${name}: `))
    expect([name, sentence]).toEqual([name, expect.stringMatching(/[가-힣]{2,}(요|요\.)/)])
    expect([name, sentence]).toEqual([
      name,
      expect.not.stringMatching(/invalid|expected|too (small|big)|must/i),
    ])
    if (/SECRET|KEY|URL/.test(name)) expect(sentence).not.toContain(value)
  }
  expect(sentenceOf({ PORT: "70000" })).toContain("PORT: 65535 이하의 정수를 넣어 주세요")
  expect(sentenceOf({ PAYMENTS: "cash" })).toContain(
    "PAYMENTS: toss, simulator, off 가운데 하나를 넣어 주세요",
  )
  expect(sentenceOf({ SECRET: "short" })).toContain("SECRET: 32자 이상으로 넣어 주세요")
  expect(sentenceOf({ SMTP_URL: "mail" })).toContain("SMTP_URL: 올바른 주소를 넣어 주세요. 예: smtps://")
})

test(".env.example names every setting, and no other", () => {
  const text = readFileSync(join(import.meta.dirname, "../../.env.example"), "utf8")
  const there = [...text.matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]+)=/gm)].map((found) => found[1] ?? "")
  expect([...new Set(there)].sort()).toEqual([...settingNames].sort())
})
