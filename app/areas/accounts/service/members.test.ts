/** The office's list of members: the same is found in every order, page by page, and counted alike. */
import { expect, test } from "vitest"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../fixtures.ts"
import { MEMBER_SORTS, type MemberFilter, type MemberSort } from "../rules.ts"
import { countMembers, findMembers } from "./members.server.ts"

withDatabase()

const NOTHING: MemberFilter = { term: "", kind: null, state: null, days: null }

async function readAll(admin: Person, filter: MemberFilter, sort: MemberSort): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof findMembers>> = await findMembers(admin.actor, {
      filter,
      sort,
      cursor,
      maxRows: 2,
    })
    ids.push(...page.rows.map((row) => row.userId))
    cursor = page.cursor
  } while (cursor !== null)
  expect(await countMembers(admin.actor, filter)).toBe(ids.length)
  return ids
}

test("members are found by the beginning of their names, address and number in every order", async () => {
  const admin = await createPerson({ role: "admin" })
  const made: Person[] = []
  for (const [index, nickname] of ["이웃가나", "곽두리별명", "이웃다라", "이웃마바", "이웃사아"].entries())
    made.push(
      await createPerson({
        name: index % 2 === 0 ? `곽두리${"가나다라마"[index] ?? ""}` : "남궁하나",
        nickname,
        email: index === 3 ? "곽두리@example.kr" : `member-${index}@example.kr`,
        phone: `+8210777700${index}0`,
        sellerState: index === 4 ? "approved" : null,
      }),
    )
  const ids = made.map(({ actor }) => actor.userId)
  for (const sort of MEMBER_SORTS) {
    const everybody = await readAll(admin, NOTHING, sort)
    const inOrder = (wanted: readonly (string | undefined)[]) => everybody.filter((id) => wanted.includes(id))
    const find = (term: string, more: Partial<MemberFilter> = {}) =>
      readAll(admin, { ...NOTHING, ...more, term }, sort)
    expect([sort, await find("곽두리")]).toEqual([sort, inOrder(ids)])
    expect(await find("곽두리", { kind: "seller" })).toEqual([ids[4]])
    expect(await find("MEMBER-0")).toEqual([ids[0]])
    expect(await find("010-7777")).toEqual(inOrder(ids))
    expect(await find(ids[1] ?? "")).toEqual([ids[1]])
    for (const term of ["두리", "%", "0107", "없는말"])
      expect([term, (await find(term)).filter((id) => ids.includes(id))]).toEqual([
        term,
        term === "0107" ? inOrder(ids) : [],
      ])
  }
  const [stranger = admin] = made
  expect(await findMembers(stranger.actor, { filter: NOTHING, sort: "newest", cursor: null })).toEqual({
    rows: [],
    cursor: null,
  })
  expect(await countMembers(stranger.actor, NOTHING)).toBe(0)
})
