/** What products and second-hand things of the town say otherwise than their fields. */

export type ProductFacts = {
  title: string
  description: string
  optionLabel: string
  options: readonly string[]
  notice: readonly { label: string; value: string }[]
}

const list = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((found) => found[0])
/** A number of the title with its unit, the last of "20·24·28cm" as well as the first. */
const QUANTITY =
  /\d+(?:\.\d+)?(?:·\d+(?:\.\d+)?)*\s?(?:W|V|kg|g|L|ml|cm|mm|m|종|개입|개|입|롤|팩|켤레|장|매)(?![가-힣A-Za-z×])/g

/** What the title, text or disclosure of a product says otherwise than its options or each other. */
export function findProductContradictions(product: ProductFacts): string[] {
  const { title, description, options, notice } = product
  const disclosed = (label: string) => notice.find((row) => row.label.startsWith(label))?.value ?? ""
  const power = disclosed("정격전압")
  const named = list(title, /(?<![\d.])\d+(?=W(?![A-Za-z])|V(?![A-Za-z]))/g)
  const count = /(\d+)(?:P|장|켤레|종)(?![가-힣])/.exec(title)?.[1]
  const content = disclosed("제품 구성") || disclosed("구성품")
  const rules: [boolean, string][] = [
    // A title names each of the sizes that one chooses from, or none.
    [namesOneOfSeveral(title, options), "one size of several"],
    [/[~-]\d+W/.test(power) || named.some((each) => power !== "" && !power.includes(each)), "power"],
    [/16A/.test(power) !== /16A/.test(title) && power.includes("최대"), "current"],
    [count !== undefined && Number(count) > 1 && content.endsWith(" 1개"), "count"],
    [/디지털/.test(title) && /초침/.test(description), "a silent second hand"],
    [/물티슈|키친타월|갑티슈/.test(title) && /변기가 막히지/.test(description), "paper"],
    [/핸드워시/.test(title) && /말린 비누/.test(description), "soap"],
    [/K급|투척/.test(title) && /ABC/.test(description), "extinguisher"],
    [/안전 인증/.test(description) && /해당 없음/.test(disclosed("KC 인증")), "proof"],
  ]
  return rules.flatMap(([isBroken, what]) => (isBroken ? [`${title}: ${what}`] : []))
}

const unitOf = (text: string) => text.replace(/^[\d.]+/, "")

/** Whether a title names the quantity of one option, and that of no other. */
function namesOneOfSeveral(title: string, options: readonly string[]): boolean {
  if (options.length < 2 || !options.every((option) => /^[\d.]+[^\d]+$/.test(option))) return false
  const unit = unitOf(options[0] ?? "")
  const quantities = list(title, QUANTITY).filter((text) => unitOf(text.split("·").at(-1) ?? "") === unit)
  const told = options.filter((option) =>
    quantities.some((text) => text.replace(unit, "").split("·").includes(option.replace(unit, ""))),
  )
  return told.length > 0 && told.length < options.length
}

export type ItemFacts = {
  title: string
  description: string
  defects: string
  condition: string
  priceWon: number
  direct: boolean
  parcel: boolean
  /** What its first picture shows. */
  alt: string
}

/** What the title or the text of a second-hand thing says otherwise than its fields or its picture. */
export function findItemContradictions(item: ItemFacts): string[] {
  const { title, description, defects, condition, alt } = item
  const small = /라디오|TV|텔레비전|전자레인지|선풍기|킥보드/
  const rules: [boolean, string][] = [
    [item.priceWon === 0 && (!item.direct || /택배로/.test(description)), "given away by parcel"],
    [/택배로/.test(description) && item.direct, "parcel alone"],
    [!/택배로/.test(description) && !item.direct, "meets nobody"],
    [small.test(title) && /실을 차|차까지 같이|1층까지/.test(description), "carried by two"],
    [condition === "like_new" && /2년|두 시즌|7살까지|한 학기|놀았/.test(description), "used for long"],
    [condition === "new" && /몇 번|두 번|썼어요|탔어요|신었/.test(description), "new and used"],
    [["new", "like_new"].includes(condition) && defects !== "", "without a flaw"],
    [/상판 깨끗/.test(description) && /컵 자국/.test(defects), "a clean top"],
    [/거의 펴 보지|낙서 없/.test(description) && /연필/.test(defects), "unwritten books"],
    [/5단/.test(title) && /네 칸/.test(alt), "drawers"],
    [/통돌이/.test(title) && /드럼/.test(alt), "washers"],
    [/강아지|고양이|반려/.test(title) && /책가방|손가방/.test(alt), "pets"],
    [showsOtherwise(title, alt), "a picture of another number or colour"],
  ]
  return rules.flatMap(([isBroken, what]) => (isBroken ? [`${title}: ${what}`] : []))
}

const NUMBERS: Readonly<Record<string, number>> = { 한: 1, 두: 2, 세: 3, 네: 4, 다섯: 5, 여섯: 6 }
const COUNT_TOLD = /(\d+)(?:개|권|켤레|자루|종|볼|통|인 소파|인용 소파|도어)(?!월)/
const COUNT_SHOWN = /(한|두|세|네|다섯|여섯) ?(?:개|권|켤레|자루|통|짜리)|(\d)인용/
const COLOUR =
  /빨간|파란|푸른|초록|노란|분홍|보라|하얀|흰|검은|검정|갈색|남색|네이비|하늘색|회색|베이지|금빛|은색/

/** Whether a title counts or colours what its picture shows in another number, or in no colour at all. */
function showsOtherwise(title: string, alt: string): boolean {
  // What comes with a thing, its batteries or lenses, need not be on the picture.
  const told = /배터리|렌즈|칸/.test(title) ? undefined : COUNT_TOLD.exec(title)?.[1]
  const [, word = "", digit] = COUNT_SHOWN.exec(alt.replace("문 ", "")) ?? []
  const shown = digit === undefined ? NUMBERS[word] : Number(digit)
  if (told !== undefined && Number(told) !== (shown ?? 1)) return true
  const colour = COLOUR.exec(title)?.[0]
  return colour !== undefined && !alt.includes(colour)
}
