/** The chain of the audit log: what is changed, taken out or put in later is found. */
import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { newId } from "../basics/ids.ts"
import { withDatabase } from "../../tests/setup/database.ts"
import { audit } from "./audit.server.ts"
import { checkAuditChain, formatAuditChain, linkAuditLog, noteAuditHead } from "./audit-chain.server.ts"
import { db, inTransaction } from "./db.server.ts"

withDatabase()

const actor = { userId: newId() }
const writeLine = (title: string) =>
  inTransaction((tx) =>
    audit(tx, actor, {
      action: "setting.keywords",
      subject: { kind: "setting", id: title, title },
      after: { b: 1, a: [title] },
    }),
  )
/** Changes the log as somebody does who owns the database. */
const tamper = async (statement: ReturnType<typeof sql>) => {
  await db().execute(sql`alter table audit_log disable trigger user`)
  await db().execute(sql`alter table audit_links disable trigger user`)
  await db().execute(statement)
  await db().execute(sql`alter table audit_log enable trigger user`)
  await db().execute(sql`alter table audit_links enable trigger user`)
}

beforeEach(async () => {
  await db().execute(sql`alter table audit_links disable trigger user`)
  await db().execute(sql`alter table audit_log disable trigger user`)
  await db().execute(sql`truncate audit_links, audit_log`)
  await db().execute(sql`alter table audit_log enable trigger user`)
  await db().execute(sql`alter table audit_links enable trigger user`)
  for (const title of ["하나", "둘", "셋"]) await writeLine(title)
})

test("what was written is linked once, whoever links at the same time, and checked", async () => {
  expect(await checkAuditChain()).toMatchObject({ linked: 0, unlinked: 3, problem: null })
  await Promise.all([linkAuditLog(), linkAuditLog()])
  const first = await checkAuditChain()
  expect(first).toMatchObject({ linked: 3, unlinked: 0, problem: null })
  await writeLine("넷")
  await linkAuditLog()
  const second = await checkAuditChain()
  expect([second.linked, second.head === first.head]).toEqual([4, false])
  expect(formatAuditChain(second)).toBe("감사 기록 4줄이 쓰인 그대로예요.")
  await noteAuditHead()
})

test("a line that is changed, taken out or put in long ago is found with its place", async () => {
  await linkAuditLog()
  await tamper(sql`update audit_log set note = '다른 이유' where subject_title = '둘'`)
  expect((await checkAuditChain()).problem).toEqual({ seq: 2, kind: "changed" })
  await tamper(sql`update audit_log set note = '' where subject_title = '둘'`)
  expect((await checkAuditChain()).problem).toBeNull()
  await tamper(sql`insert into audit_log (id, at, actor_id, action, subject_kind, subject_id)
    values (${newId()}::uuid, now() - interval '9 days', ${actor.userId}::uuid, 'x.y', 'x', 'y')`)
  expect((await checkAuditChain()).problem).toEqual({ seq: 3, kind: "inserted" })
  await tamper(sql`with gone as (delete from audit_links where seq = 2) select 1`)
  const report = await checkAuditChain()
  expect(report.problem).toEqual({ seq: 2, kind: "missing" })
  expect(formatAuditChain(report)).toContain("2번째 기록이 없어요")
})
