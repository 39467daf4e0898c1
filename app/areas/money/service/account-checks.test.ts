/** An account is checked by one won: the word, its tries and its minutes, and what changes with it. */
import { createServer, type Server } from "node:http"
import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { DAY_MS, MINUTE_MS } from "#app/basics/time.ts"
import { findSimulatedSender, getAccountCheckPort } from "#app/platform/account-check/port.server.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { env, readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { outbox } from "#app/platform/schema.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { checksumAllTables } from "../../../../tests/setup/table-checksums.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { accountChanges } from "../../accounts/schema.server.ts"
import { checkOwnAccount, OWN_ACCOUNT } from "../fixtures.ts"
import { accountChecks, payoutAccounts } from "../schema.server.ts"
import { askAccountCheck, findAccountCheckView, confirmAccountWord } from "./account-checks.server.ts"
import { forgetPersonAccount, restorePersonAccount } from "./person-accounts.server.ts"

withDatabase()
afterEach(resetClock)

let account = 0
const nextAccount = () => ({
  ...OWN_ACCOUNT,
  accountNumber: `3333-02-${String((account += 1)).padStart(7, "0")}1`,
})
const readWord = async (accountNumber: string) => ((await findSimulatedSender(accountNumber)) ?? "").slice(-3)
const otherWord = (word: string) => (word === "111" ? "222" : "111")
const accountOf = async (userId: string) =>
  (await db().select().from(payoutAccounts).where(eq(payoutAccounts.userId, userId)))[0]

test("the word that ends the sender's name makes the account one's own; it is kept as a hash", async () => {
  const { actor } = await createPerson()
  const own = nextAccount()
  expect(await askAccountCheck(actor, { ...own, password: "" })).toEqual({ ok: true })
  expect(await findAccountCheckView(actor)).toMatchObject({ bank: own.bank, triesLeft: 3 })
  const word = await readWord(own.accountNumber)
  expect(word).toMatch(/^\d{3}$/)
  const [kept] = await db().select().from(accountChecks).where(eq(accountChecks.userId, actor.userId))
  expect(kept?.wordHash).not.toContain(word)
  expect(await accountOf(actor.userId)).toBeUndefined()
  expect(await confirmAccountWord(actor, word)).toEqual({ ok: true })
  expect(await accountOf(actor.userId)).toMatchObject({ ...own, isRegistrationDue: true, sellerId: null })
  expect(await findAccountCheckView(actor)).toBeNull()
  const events = await db().select({ type: outbox.type }).from(outbox)
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["payout_account.checked", "account.changed"]),
  )
})

test("the third wrong word ends the check, also for the right one", async () => {
  const { actor } = await createPerson()
  const own = nextAccount()
  await askAccountCheck(actor, { ...own, password: "" })
  const word = await readWord(own.accountNumber)
  const wrong = otherWord(word)
  const answers = [2, 1].map((triesLeft) => ({ ok: false, reason: "wrong_word", triesLeft }))
  for (const answer of answers) expect(await confirmAccountWord(actor, wrong)).toEqual(answer)
  expect(await confirmAccountWord(actor, wrong)).toEqual({ ok: false, reason: "over" })
  expect(await confirmAccountWord(actor, word)).toEqual({ ok: false, reason: "over" })
  expect(
    (await db().select().from(accountChecks).where(eq(accountChecks.userId, actor.userId)))[0]?.state,
  ).toBe("failed")
  expect(await accountOf(actor.userId)).toBeUndefined()
})

test("many words told at once count one by one", async () => {
  const { actor } = await createPerson()
  const own = nextAccount()
  await askAccountCheck(actor, { ...own, password: "" })
  const wrong = otherWord(await readWord(own.accountNumber))
  const answers = await Promise.all(Array.from({ length: 6 }, () => confirmAccountWord(actor, wrong)))
  expect(answers.filter((each) => !each.ok && each.reason === "wrong_word")).toHaveLength(2)
})

test("after five minutes the word is nobody's, and nothing is written", async () => {
  const { actor } = await createPerson()
  const own = nextAccount()
  await askAccountCheck(actor, { ...own, password: "" })
  const word = await readWord(own.accountNumber)
  const later = now().getTime() + 5 * MINUTE_MS
  setClock(() => new Date(later))
  const before = await checksumAllTables()
  expect(await confirmAccountWord(actor, word)).toEqual({ ok: false, reason: "over" })
  expect(await checksumAllTables()).toEqual(before)
})

test("five are sent a day to a person, and to an account whoever asks", async () => {
  const { actor } = await createPerson()
  for (let sent = 0; sent < 5; sent += 1)
    expect(await askAccountCheck(actor, { ...nextAccount(), password: "" })).toEqual({ ok: true })
  expect(await askAccountCheck(actor, { ...nextAccount(), password: "" })).toMatchObject({
    ok: false,
    reason: "too_often",
  })
  const shared = nextAccount()
  for (let sent = 0; sent < 5; sent += 1)
    await askAccountCheck((await createPerson()).actor, { ...shared, password: "" })
  const other = await createPerson()
  expect(await askAccountCheck(other.actor, { ...shared, password: "" })).toMatchObject({
    reason: "too_often",
  })
})

test("an account that no bank knows is refused, and a person who cannot show who they are", async () => {
  const { actor } = await createPerson()
  // The tries are counted, and nothing else.
  const { rate_limits: _, ...before } = await checksumAllTables()
  expect(
    await askAccountCheck(actor, { ...OWN_ACCOUNT, accountNumber: "0000-1234-5678", password: "" }),
  ).toEqual({ ok: false, reason: "no_account" })
  const old = now().getTime() + DAY_MS
  setClock(() => new Date(old))
  expect(await askAccountCheck(actor, { ...nextAccount(), password: "" })).toEqual({
    ok: false,
    reason: "sign_in_again",
  })
  expect(await checksumAllTables()).toMatchObject(before)
})

test("where nobody checks accounts, nothing is sent", async () => {
  const settings = env()
  const { actor } = await createPerson()
  setEnvironment({ ...settings, ACCOUNT_CHECK: "off" })
  expect(await askAccountCheck(actor, { ...nextAccount(), password: "" })).toEqual({
    ok: false,
    reason: "off",
  })
  setEnvironment(settings)
})

test("another account takes the first one's place once it is checked, and can be taken back", async () => {
  const { actor } = await createPerson()
  const [first, second] = [nextAccount(), nextAccount()]
  await checkOwnAccount(actor, first)
  await askAccountCheck(actor, { ...second, password: "" })
  expect(await accountOf(actor.userId)).toMatchObject(first)
  await confirmAccountWord(actor, await readWord(second.accountNumber))
  expect(await accountOf(actor.userId)).toMatchObject({ ...second, isRegistrationDue: true })
  const changes = await db().select().from(accountChanges).where(eq(accountChanges.userId, actor.userId))
  expect(changes.map(({ kind, before }) => [kind, before.accountNumber])).toEqual([
    ["person_account", ""],
    ["person_account", first.accountNumber],
  ])
  await inTransaction((tx) => restorePersonAccount(tx, actor.userId, first))
  expect(await accountOf(actor.userId)).toMatchObject(first)
  await inTransaction((tx) => restorePersonAccount(tx, actor.userId, changes[0]?.before ?? {}))
  expect(await accountOf(actor.userId)).toBeUndefined()
})

test("who is forgotten has no account any more", async () => {
  const { actor } = await createPerson()
  await checkOwnAccount(actor, nextAccount())
  await inTransaction((tx) => forgetPersonAccount({ userId: actor.userId }, tx))
  expect(await accountOf(actor.userId)).toBeUndefined()
  expect(await db().select().from(accountChecks).where(eq(accountChecks.userId, actor.userId))).toEqual([])
})

// ── CODEF, against a double over HTTP

let server: Server
const calls: { path: string; authorization: string; body: string }[] = []
let reply: { status: number; body: string } | null = null
const encode = (body: unknown) => encodeURIComponent(JSON.stringify(body))

beforeAll(async () => {
  server = createServer((asked, answer) => {
    void (async () => {
      let body = ""
      for await (const chunk of asked) body += String(chunk)
      calls.push({ path: asked.url ?? "", authorization: asked.headers.authorization ?? "", body })
      if (asked.url === "/oauth/token") return answer.end(JSON.stringify({ access_token: "token-1" }))
      if (!reply) return asked.socket.destroy()
      return answer.writeHead(reply.status).end(reply.body)
    })()
  })
  await new Promise<void>((opened) => server.listen(0, "127.0.0.1", opened))
})
afterAll(() => void server.close())

async function askCodef(answer: { status: number; body: string } | null) {
  const settings = env()
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`
  setEnvironment(
    readEnvironment({
      APP_ENV: "test",
      SECRET: "a secret that only tests know, 32+",
      CODEF_CLIENT_ID: "client",
      CODEF_CLIENT_SECRET: "hidden",
      CODEF_API_URL: base,
      CODEF_TOKEN_URL: `${base}/oauth/token`,
    }),
  )
  reply = answer
  calls.length = 0
  const result = await getAccountCheckPort("codef").sendOneWon({
    bank: "국민은행",
    accountNumber: "123-45-6789",
    word: "042",
  })
  setEnvironment(settings)
  return result
}

test("where the bank does not answer, no word is awaited", async () => {
  const { actor } = await createPerson()
  const settings = env()
  setEnvironment({
    ...settings,
    CODEF_CLIENT_ID: "client",
    CODEF_CLIENT_SECRET: "hidden",
    CODEF_TOKEN_URL: "http://127.0.0.1:9/oauth/token",
  })
  expect(await askAccountCheck(actor, { ...nextAccount(), password: "" })).toEqual({
    ok: false,
    reason: "not_sent",
  })
  setEnvironment(settings)
  expect(await db().select().from(accountChecks).where(eq(accountChecks.userId, actor.userId))).toEqual([])
})

test("CODEF is asked with a token and the bank's code, and its answers are read", async () => {
  const sent = encode({ result: { code: "CF-00000" }, data: { authCode: "바로042" } })
  expect(await askCodef({ status: 200, body: sent })).toEqual({ kind: "sent", word: "042" })
  expect(calls.map(({ path }) => path)).toEqual([
    "/oauth/token",
    "/v1/kr/bank/a/account/transfer-authentication",
  ])
  expect(calls[1]?.authorization).toBe("Bearer token-1")
  expect(JSON.parse(calls[1]?.body ?? "")).toEqual({
    organization: "0004",
    account: "123456789",
    inPrintType: "1",
    inPrintContent: "바로042",
  })
  const own = encode({ result: { code: "CF-00000" }, data: { authCode: "7310" } })
  expect(await askCodef({ status: 200, body: own })).toEqual({ kind: "sent", word: "7310" })
  const wrong = encode({ result: { code: "CF-12803" }, data: {} })
  expect(await askCodef({ status: 200, body: wrong })).toEqual({ kind: "refused" })
  const busy = encode({ result: { code: "CF-00007" }, data: {} })
  expect(await askCodef({ status: 200, body: busy })).toEqual({ kind: "unknown" })
  expect(await askCodef({ status: 502, body: "<html>" })).toEqual({ kind: "unknown" })
  expect(await askCodef(null)).toEqual({ kind: "unknown" })
})
