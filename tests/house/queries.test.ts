/**
 * A trap of the query builder: where one table is read, it writes that table's columns without the table's
 * name.
 */
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** What is between the bracket at `from` and the one that closes it. */
function inside(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1
    if (text[at] === "}") depth -= 1
    if (depth === 0) return text.slice(from, at + 1)
  }
  return ""
}

/**
 * Columns of the one table that is read, named by the builder within a subquery: there they would be those of
 * the subquery's own tables.
 */
function trapsIn(source: string): string[] {
  return [...source.matchAll(/\.select(?:Distinct)?\(\{/g)].flatMap((match) => {
    const columns = inside(source, match.index + match[0].length - 1)
    const after = source.slice(match.index + match[0].length - 1 + columns.length)
    const table = /^\)\s*\.from\((\w+)\)/.exec(after)?.[1]
    if (!table || (after.split(/\n\n|\n\}/)[0] ?? "").includes("Join(")) return []
    const subqueries = [...columns.matchAll(/sql(?:<[^`]*?>)?`([^`]*)`/g)]
      .map(([, text = ""]) => text)
      .filter((text) => /\bselect\b/.test(text))
    return subqueries.flatMap((text) => text.match(new RegExp(`\\$\\{${table}\\.\\w+\\}`, "g")) ?? [])
  })
}

test("a column of the table that is read is written out where a subquery speaks of it", () => {
  const found = globSync("app/**/*.server.ts").flatMap((file) =>
    trapsIn(readFileSync(file, "utf8")).map((column) => `${file}: ${column}`),
  )
  expect(found).toEqual([])
})

test("the trap is seen where it is", () => {
  expect(
    trapsIn("db().select({ a: sql`(select x from y where y.id = ${lines.id})` }).from(lines).limit(1)\n\n"),
  ).toEqual(["${lines.id}"])
  expect(
    trapsIn(
      "db().select({ a: sql`(select x from y where y.id = ${lines.id})` }).from(lines).innerJoin(z, " +
        "eq(z.id, lines.id))\n\n",
    ),
  ).toEqual([])
})
