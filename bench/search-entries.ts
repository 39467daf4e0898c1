/**
 * Synthetic listings for the search: the same ones at every run, with words as unevenly used as in a
 * language.
 */
import { once } from "node:events"
import { finished } from "node:stream/promises"
import type postgres from "postgres"
import { toInitials, buildEntryKeys, buildPlaceMarks, SEARCH_TABS } from "../app/areas/search/rules.ts"
import { listSidos, listSigungus } from "../app/basics/regions.ts"
import { mapWordsByLetters, buildFuzzyKeys } from "../app/areas/search/fuzzy-rules.ts"

const COMMON_WORDS = [
  "냉장고",
  "세탁기",
  "에어컨",
  "자전거",
  "소파",
  "책상",
  "의자",
  "노트북",
  "아이폰",
  "갤럭시",
  "카메라",
  "유모차",
  "운동화",
  "패딩",
  "침대",
  "매트리스",
  "식탁",
  "커튼",
  "조명",
  "스피커",
  "도배",
  "장판",
  "타일",
  "누수",
  "배관",
  "욕실",
  "주방",
  "현관",
  "샷시",
  "방충망",
  "보일러",
  "콘센트",
  "이사",
  "포장",
  "청소",
  "철거",
  "설치",
  "수리",
  "교체",
  "리모델링",
  "알바",
  "주말",
  "단기",
  "편의점",
  "카페",
  "물류",
  "포장",
  "배송",
  "촬영",
  "편집",
  "서빙",
  "주방보조",
  "매장",
  "판매",
  "사무보조",
  "경리",
  "디자인",
  "개발",
  "과외",
  "돌봄",
  "세제",
  "휴지",
  "수납",
  "선반",
  "걸레",
  "샴푸",
  "치약",
  "냄비",
  "프라이팬",
  "텀블러",
  "삼성",
  "LG",
  "다이슨",
  "이케아",
  "한샘",
  "나이키",
  "미개봉",
  "새상품",
  "정품",
  "급처",
]
const SYLLABLES =
  "가나다라마바사아자차카타파하고노도로모보소오조초코토포호구누두루무부수우주추쿠투푸후기니디리미비시이지치키티피히강난달람만반산안장찬간남당랑말박상양정창경녹독록목복석옥족척"

let state = 7
/** The same numbers at every run. */
export const random = (): number =>
  (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296
const pickRandom = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

const WORDS = [
  ...COMMON_WORDS,
  ...Array.from({ length: 6_000 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 2.4) }, () => pickRandom([...SYLLABLES])).join(""),
  ),
]
// As in a language: the word of place n is used in proportion to 1 / (n + 20); the commonest stands in 6 % of
// the listings.
const FREQUENCY_OFFSET = 20
const pickWord = () =>
  WORDS[
    Math.min(
      WORDS.length - 1,
      Math.floor(
        FREQUENCY_OFFSET * ((WORDS.length + FREQUENCY_OFFSET) / FREQUENCY_OFFSET) ** random() -
          FREQUENCY_OFFSET,
      ),
    )
  ] as string
const REGIONS = listSidos().flatMap((sido) => listSigungus(sido.code).map((sigungu) => sigungu.code))

const toArrayLiteral = (values: readonly string[]) => `{${values.map((value) => `"${value}"`).join(",")}}`

/** Adds `count` listings: the rows by COPY, then the indexes anew, which is faster than one by one. */
export async function addListings(sql: postgres.Sql, count: number): Promise<void> {
  const indexes = await sql<
    { name: string; def: string }[]
  >`select indexname as name, indexdef as def from pg_indexes
    where tablename = 'search_entries' and indexname <> 'search_entries_pkey'`
  for (const { name } of indexes) await sql`drop index ${sql(name)}`
  const copy =
    await sql`copy search_entries (tab, kind, id, title, card, title_words, title_joined, all_words,
      all_joined, initials, tokens, marks, price_won, rank, at) from stdin`.writable()
  const kinds = { services: "order", jobs: "hire", market: "item", shop: "product" } as const
  const words = new Map<string, string>()
  for (let written = 0; written < count;) {
    let rows = ""
    for (let line = 0; line < 1_000 && written < count; line += 1, written += 1) {
      const tab = random() < 0.5 ? "market" : pickRandom(SEARCH_TABS)
      const title = Array.from({ length: 3 + Math.floor(random() * 3) }, pickWord).join(" ")
      const more = [pickWord(), pickWord(), pickWord()]
      if (written % 20 === 0)
        for (const [key, spelling] of mapWordsByLetters([title])) words.set(key, spelling)
      const keys = buildEntryKeys(tab, title, more)
      const card = {
        line: "역삼동 · 3분 전",
        priceText: "120,000원",
        pictureId: null,
        href: "/marketplace/1",
        state: null,
        ownerId: null,
      }
      rows += `${[
        tab,
        kinds[tab],
        crypto.randomUUID(),
        title,
        JSON.stringify(card),
        keys.titleWords,
        keys.titleJoined,
        keys.allWords,
        keys.allJoined,
        keys.initials,
        toArrayLiteral(keys.tokens),
        toArrayLiteral(buildPlaceMarks([pickRandom(REGIONS)])),
        Math.floor(random() * 1_000_000),
        random(),
        new Date(1_700_000_000_000 + random() * 5e10).toISOString(),
      ].join("\t")}\n`
    }
    if (!copy.write(rows)) await once(copy, "drain")
  }
  copy.end()
  await finished(copy)
  const rows = [...words].map(([key, spelling]) => ({
    key,
    one: spelling,
    near: buildFuzzyKeys(key),
    initials: toInitials(spelling),
  }))
  for (let from = 0; from < rows.length; from += 2_000) {
    await sql`insert into search_words (key, word, near, initials) select key, one, near, initials
      from jsonb_to_recordset(${sql.json(rows.slice(from, from + 2_000))}) as row (key text, one text,
      near text[], initials text) on conflict do nothing`
  }
  await sql`set maintenance_work_mem = '512MB'`
  for (const { def } of indexes) await sql.unsafe(def)
  await sql.unsafe("vacuum analyze search_entries")
  await sql.unsafe("analyze search_words")
}
