/**
 * A kind of thing for tests of the search: second-hand items that live in memory, as an area would bring
 * them.
 */
import { newId } from "../../basics/ids.ts"
import type { SubjectKind } from "../../basics/subject.ts"
import { inTransaction } from "../../platform/db.server.ts"
import {
  registerSubjectSource,
  emitSubjectChanged,
  type SearchEntry,
} from "../../platform/subjects.server.ts"

type TestEntry = SearchEntry & { hidden: boolean; pictureId: string | null }

/** Names a source of `kind` whose things are what the returned functions make of them. */
export function createTestSource(kind: SubjectKind, tab: SearchEntry["tab"]) {
  const things = new Map<string, TestEntry>()
  registerSubjectSource({
    kind,
    loadCards: async (ids) =>
      ids.flatMap((id) => {
        const thing = things.get(id)
        return thing
          ? [
              {
                kind,
                id,
                title: thing.title,
                line: "역삼동 · 3분 전",
                priceText: thing.priceWon === null ? null : `${thing.priceWon}원`,
                pictureId: thing.pictureId,
                href: `/${kind}/${id}`,
                state: null,
                ownerId: null,
              },
            ]
          : []
      }),
    loadSearchEntries: async (ids) =>
      ids.flatMap((id) =>
        things.get(id)?.hidden === false ? [things.get(id)].filter((thing) => thing !== undefined) : [],
      ),
    listIdsAfter: async (after, limit) =>
      [...things.keys()]
        .filter((id) => after === null || id > after)
        .sort()
        .slice(0, limit),
  })
  const publishChange = (id: string) => inTransaction((tx) => emitSubjectChanged(tx, { kind, id }))
  return {
    /** Makes a thing, and says so as its area would. */
    async add(title: string, more: Partial<Omit<TestEntry, "id" | "tab" | "title">> = {}): Promise<string> {
      const id = newId()
      things.set(id, {
        id,
        tab,
        title,
        searchWords: [],
        regionCodes: ["11680"],
        priceWon: 10_000,
        rank: 0.5,
        at: new Date("2026-11-20T03:00:00Z"),
        hidden: false,
        pictureId: null,
        ...more,
      })
      await publishChange(id)
      return id
    },
    /** Changes a thing; `isSilent` without saying so. */
    async change(id: string, change: Partial<TestEntry>, isSilent = false): Promise<void> {
      const thing = things.get(id)
      if (thing) things.set(id, { ...thing, ...change })
      if (!isSilent) await publishChange(id)
    },
    forget: (id: string) => things.delete(id),
    tell: publishChange,
  }
}
