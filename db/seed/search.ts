/** The search index, the popular terms and the figures of the town, made once after all of its parts. */
import { sql } from "drizzle-orm"
import { newId } from "#app/basics/ids.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { now } from "#app/basics/clock.ts"
import { countPastDays } from "#app/areas/admin/service/count-figures.server.ts"
import { rebuildIndex } from "#app/areas/search/service/rebuild.server.ts"
import { updatePopularTerms } from "#app/areas/search/service/terms.server.ts"
import { searchMisses } from "#app/areas/search/schema.server.ts"
import { toWordKey } from "#app/areas/search/vocabulary.ts"
import { connectDatabase, db, disconnectDatabase } from "#app/platform/db.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import type { RunStep } from "./parts.ts"

/** What the townspeople look for, the most wanted first. */
const SEARCH_TERMS = [
  "도배",
  "누수",
  "벽지 도배",
  "에어컨 설치",
  "입주청소",
  "포장이사",
  "욕실 리모델링",
  "보일러 수리",
  "원룸 이사",
  "장판",
  "전기 수리",
  "싱크대",
  "타일",
  "방충망",
  "조명 설치",
  "이사청소",
  "알바",
  "주말 알바",
  "이사 도우미",
  "영상편집",
  "냉장고",
  "세탁기",
  "소파",
  "자전거",
  "책상",
  "유모차",
  "아이폰",
  "노트북",
  "청소용품",
  "수납",
  "세제",
]

/** Their searches lie in so many days: older ones would be forgotten. */
const SEARCH_DAYS = 12

/** What some of them look for and nobody has. */
const MISSED_TERMS = ["에어프라이버", "세탁깅이", "룸바", "케틀벨", "글램핑"]

/** Fills the index with what can be found in the town, notes what its people look for, counts its days. */
export async function buildSearchIndex(databaseUrl: string, step: RunStep): Promise<void> {
  const opened = connectDatabase(databaseUrl, 3)
  try {
    registerSubjects()
    await step("체험 마을 검색", async () => {
      const day = toKstDateString(now())
      const rows = SEARCH_TERMS.flatMap((term, at) =>
        Array.from({ length: 3 + SEARCH_TERMS.length - at }, (_, each) => ({
          day: addDays(day, -((each + at) % SEARCH_DAYS)),
          term,
          who: newId(),
          tab: "all",
        })),
      )
      await db().execute(
        sql`insert into search_terms (day, term, who, tab) select day, term, who, tab
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (day date, term text, who text,
          tab text) on conflict do nothing`,
      )
      const missed = MISSED_TERMS.flatMap((term, at) =>
        Array.from({ length: MISSED_TERMS.length - at }, (_, each) => ({
          day: addDays(day, -((each + at) % SEARCH_DAYS)),
          key: toWordKey(term),
          term,
          who: newId(),
        })),
      )
      await db().insert(searchMisses).values(missed)
      await updatePopularTerms()
      return `${(await rebuildIndex()).toLocaleString("en-US")}건`
    })
    await step("체험 마을 숫자", async () => {
      await countPastDays()
      const [row] = await db().execute<{ days: number }>(
        sql`select count(distinct day)::int as days from figure_days`,
      )
      return `${row?.days ?? 0}일`
    })
  } finally {
    if (opened) await disconnectDatabase()
  }
}
