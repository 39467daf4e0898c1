/** The table of rights: what no role has would be done by nobody. */
import { expect, test } from "vitest"
import { hasRight, listRights, OFFICE_ROLES, RIGHTS, ROLE_RIGHTS, type Member } from "./rules.ts"

const createMember = (role: "admin" | "user", officeRole: (typeof OFFICE_ROLES)[number]) =>
  ({ kind: "member", profile: { role, officeRole } }) as unknown as Member

test("the owner has every right, and each other right is somebody's daily work", () => {
  expect(ROLE_RIGHTS.owner).toEqual(RIGHTS)
  const others = OFFICE_ROLES.filter((role) => role !== "owner").flatMap((role) => ROLE_RIGHTS[role])
  expect(RIGHTS.filter((right) => !others.includes(right))).toEqual(["settings", "rights"])
})

test("a role in the office counts for administrators alone", () => {
  expect(hasRight(createMember("admin", "finance"), "money")).toBe(true)
  expect(hasRight(createMember("admin", "finance"), "review")).toBe(false)
  expect(hasRight(createMember("user", "owner"), "money")).toBe(false)
  expect(listRights({ kind: "visitor", draftId: null })).toEqual([])
})
