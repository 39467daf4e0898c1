/** The pictures of the shop: things on a stage, in the light of a studio. */
import { type Item, gradient } from "./things.ts"
import { type Svg, shape, box, softShadow } from "./svg.ts"
import { type Tint, tints } from "./palette.ts"
import { standingEmoji } from "./emoji.ts"
import type { ThingPicture } from "./things.ts"

type Stage = "podium" | "shelf" | "cubes"

const stages: Record<Stage, (middle: string, deep: string) => Svg> = {
  podium: (_, deep) =>
    `<ellipse cx="300" cy="512" rx="222" ry="40" fill="${deep}" opacity=".6" filter="url(#blur-s)"/>` +
    shape("M110 462v30c0 22 85 40 190 40s190-18 190-40v-30z", deep, 'opacity=".8"') +
    `<ellipse cx="300" cy="462" rx="190" ry="40" fill="url(#top)"/>`,
  shelf: (middle, deep) =>
    box(0, 466, 600, 134, deep, 0, 'opacity=".55"') +
    box(0, 430, 600, 40, "#ffffff", 0, 'opacity=".75"') +
    box(0, 466, 600, 8, middle),
  cubes: (middle, deep) =>
    `<ellipse cx="300" cy="552" rx="250" ry="22" fill="${deep}" opacity=".7" filter="url(#blur-s)"/>` +
    shape("M458 500h84l18-22h-84z", middle) +
    box(458, 500, 84, 52, deep) +
    shape("M130 470l34-36h272l34 36z", "#ffffff") +
    box(130, 470, 340, 84, middle) +
    box(130, 470, 340, 84, deep, 0, 'opacity=".45"'),
}

const stageBase: Record<Stage, number> = { podium: 470, shelf: 456, cubes: 458 }

const inStudio = (item: Item, tint: Tint, stage: Stage, beside?: Item): Svg => {
  const { light, middle, deep } = tints[tint]
  const size = item.size ?? 330
  const base = stageBase[stage]
  return (
    `<defs>${gradient("ground", middle, light)}${`<linearGradient id="top" x1="0" x2="1"><stop offset="0"
stop-color="#fff"/><stop offset="1" stop-color="${middle}"/></linearGradient>`}<radialGradient id="halo"
cx=".5" cy=".42" r=".5"><stop offset="0" stop-color="#fff" stop-opacity=".9"/><stop offset="1"
stop-color="#fff" stop-opacity="0"/></radialGradient></defs>` +
    box(0, 0, 600, 600, "url(#ground)") +
    box(0, 0, 600, 600, "url(#halo)") +
    stages[stage](middle, deep) +
    softShadow(item.x ?? 300, base - 3, size * 0.33, 12) +
    standingEmoji(item.thing, item.x ?? 300, base, size, item) +
    (beside
      ? softShadow(beside.x ?? 440, base + 3, (beside.size ?? 120) * 0.33, 9) +
        standingEmoji(beside.thing, beside.x ?? 440, base + 6, beside.size ?? 120, beside)
      : "")
  )
}

type ShopRow = [
  name: string,
  tag: string,
  alt: string,
  thing: string,
  tint: Tint,
  stage: Stage,
  look?: Partial<Item>,
  beside?: Item,
]

const shopRows: ShopRow[] = [
  ["toolbox-red", "tools", "빨간 가정용 공구 세트", "toolbox", "sand", "podium"],
  ["toolbox-blue", "tools", "파란 전문가용 공구함", "toolbox", "blue", "cubes", { hue: 235 }],
  ["screwdriver", "tools", "손에 맞는 드라이버", "screwdriver", "sky", "shelf"],
  ["hammer", "tools", "쇠망치", "hammer", "grey", "podium"],
  ["saw", "tools", "나무 손잡이 톱", "carpentry-saw", "mint", "cubes"],
  ["wrench", "tools", "조절 렌치", "wrench", "peach", "podium"],
  ["tool-pair", "tools", "망치와 렌치 묶음", "hammer-and-wrench", "blue", "shelf"],
  ["clamp", "tools", "작업용 클램프", "clamp", "sand", "cubes"],
  ["nut-bolt", "tools", "육각 볼트와 너트", "nut-and-bolt", "lilac", "podium"],
  ["ladder", "tools", "접이식 사다리", "ladder", "mint", "shelf"],
  ["ruler", "tools", "철제 자", "straight-ruler", "pink", "podium"],
  ["axe", "tools", "캠핑용 손도끼", "axe", "grey", "cubes"],
  ["shower-head", "bath", "절수 샤워기 헤드", "shower", "blue", "podium"],
  ["lotion", "bath", "분홍 손 세정제", "lotion-bottle", "pink", "podium"],
  ["lotion-green", "bath", "초록 주방 세제", "lotion-bottle", "mint", "shelf", { hue: 150 }],
  ["lotion-blue", "bath", "파란 섬유 유연제", "lotion-bottle", "sky", "cubes", { hue: 230 }],
  ["soap", "bath", "수제 비누", "soap", "lilac", "podium"],
  ["soap-lavender", "bath", "라벤더 비누", "soap", "blue", "cubes", { hue: 300 }],
  ["toothbrush", "bath", "미세모 칫솔", "toothbrush", "sky", "shelf"],
  ["tissue", "bath", "세 겹 화장지", "roll-of-paper", "grey", "podium"],
  ["razor", "bath", "면도기", "razor", "mint", "podium"],
  ["bathtub", "bath", "이동식 욕조", "bathtub", "blue", "shelf", { size: 370 }],
  ["toilet", "bath", "절수형 양변기", "toilet", "sky", "cubes"],
  ["plunger", "bath", "배수구 압축기", "plunger", "peach", "podium"],
  ["broom", "cleaning", "나무 손잡이 빗자루", "broom", "mint", "podium"],
  ["bucket-blue", "cleaning", "파란 물통", "bucket", "sky", "podium"],
  [
    "bucket-pink",
    "cleaning",
    "분홍 물통과 수세미",
    "bucket",
    "pink",
    "shelf",
    { hue: 130, x: 270 },
    { thing: "sponge", x: 452, size: 130 },
  ],
  ["sponge", "cleaning", "주방 수세미", "sponge", "blue", "cubes", { size: 280 }],
  ["gloves", "cleaning", "보라색 고무장갑", "gloves", "lilac", "podium"],
  ["gloves-green", "cleaning", "초록 작업 장갑", "gloves", "sand", "shelf", { hue: 220 }],
  ["wastebasket", "cleaning", "철제 휴지통", "wastebasket", "grey", "podium"],
  ["light-bulb", "lighting", "LED 전구", "light-bulb", "sand", "podium"],
  [
    "light-pair",
    "lighting",
    "주광색 전구 두 개 묶음",
    "light-bulb",
    "peach",
    "cubes",
    { x: 260 },
    { thing: "light-bulb", x: 420, size: 220 },
  ],
  ["candle", "lighting", "향초", "candle", "lilac", "podium"],
  ["lantern", "lighting", "붉은 종이 등", "red-paper-lantern", "pink", "shelf"],
  ["plug", "lighting", "안전 멀티 플러그", "electric-plug", "blue", "podium"],
  ["battery", "lighting", "건전지", "battery", "mint", "cubes"],
  ["pan", "kitchen", "눌어붙지 않는 프라이팬", "cooking", "peach", "podium"],
  ["paella", "kitchen", "양손 무쇠 팬", "shallow-pan-of-food", "sand", "shelf"],
  ["pot", "kitchen", "스테인리스 냄비", "pot-of-food", "mint", "podium"],
  ["teapot-red", "kitchen", "빨간 주전자", "teapot", "mint", "cubes"],
  ["teapot-blue", "kitchen", "파란 주전자", "teapot", "sky", "podium", { hue: 240 }],
  ["knife", "kitchen", "부엌칼", "kitchen-knife", "grey", "shelf"],
  ["plate-set", "kitchen", "접시와 수저 세트", "fork-and-knife-with-plate", "lilac", "podium"],
  ["salt", "kitchen", "유리 양념통", "salt", "sky", "cubes"],
  ["jar", "kitchen", "밀폐 유리병", "jar", "mint", "podium"],
  ["spoon", "kitchen", "스테인리스 숟가락", "spoon", "pink", "podium"],
  ["cup", "kitchen", "머그잔", "hot-beverage", "peach", "shelf"],
  ["wine-glass", "kitchen", "와인잔", "wine-glass", "pink", "podium"],
  ["basket", "living", "라탄 바구니", "basket", "mint", "podium"],
  ["mirror", "living", "타원형 벽거울", "mirror", "pink", "podium"],
  ["mirror-mint", "living", "민트 테두리 거울", "mirror", "mint", "cubes", { hue: 110 }],
  ["frame", "living", "원목 액자", "framed-picture", "sand", "shelf"],
  ["alarm", "living", "복고풍 알람 시계", "alarm-clock", "peach", "podium"],
  ["mantel-clock", "living", "나무 탁상시계", "mantelpiece-clock", "sky", "cubes"],
  ["plant", "living", "공기 정화 식물", "potted-plant", "lilac", "podium"],
  ["cactus", "living", "작은 선인장", "cactus", "peach", "podium"],
  ["tulip", "living", "튤립 조화", "tulip", "pink", "shelf"],
  ["bouquet", "living", "꽃다발", "bouquet", "blue", "podium"],
  ["umbrella", "living", "보라색 장우산", "umbrella", "lilac", "podium"],
  ["umbrella-blue", "living", "파란 장우산", "umbrella", "sky", "shelf", { hue: 320 }],
  ["chair", "furniture", "원목 의자", "chair", "sand", "podium", { size: 350 }],
  ["chair-green", "furniture", "짙은 녹색 의자", "chair", "mint", "shelf", { size: 350, hue: 120 }],
  ["couch", "furniture", "파란 소파와 스탠드 조명", "couch-and-lamp", "peach", "podium", { size: 370 }],
  [
    "couch-green",
    "furniture",
    "초록 소파와 조명",
    "couch-and-lamp",
    "sand",
    "cubes",
    { size: 360, hue: 290 },
  ],
  ["bed", "furniture", "1인용 침대", "bed", "lilac", "podium", { size: 380 }],
  ["door", "materials", "원목 방문", "door", "sand", "shelf", { size: 370 }],
  ["window", "materials", "단열 창호", "window", "sky", "shelf"],
  ["brick", "materials", "조적 벽돌", "brick", "peach", "cubes"],
  ["paintbrush", "materials", "페인트 붓", "paintbrush", "pink", "podium"],
  ["paintbrush-blue", "materials", "파란 손잡이 붓", "paintbrush", "blue", "shelf", { hue: 235 }],
  ["lock", "materials", "열쇠 자물쇠", "locked", "grey", "podium"],
  ["safety-vest", "safety", "안전 조끼", "safety-vest", "sand", "podium"],
  ["helmet", "safety", "빨간 안전모", "rescue-workers-helmet", "grey", "cubes"],
  ["helmet-blue", "safety", "파란 안전모", "rescue-workers-helmet", "sky", "podium", { hue: 235 }],
  ["goggles", "safety", "보호 안경", "goggles", "mint", "podium"],
  ["extinguisher", "safety", "가정용 소화기", "fire-extinguisher", "peach", "shelf"],
  ["boots", "safety", "작업용 안전화", "hiking-boot", "sand", "podium"],
]

export const shopPictures: ThingPicture[] = shopRows.map(
  ([name, tag, alt, thing, tint, stage, look, beside]) => ({
    name: `shop-${name}`,
    tags: [tag],
    alt,
    draw: () => inStudio({ thing, ...look }, tint, stage, beside),
  }),
)
