/** Second-hand goods as people photograph them at home, and shop goods as a studio does. */
import { standingEmoji } from "./emoji.ts"
import { tints, woods } from "./palette.ts"
import type { Tint } from "./palette.ts"
import { box, line, drawAt, shadow, shape, softShadow } from "./svg.ts"
import type { Svg } from "./svg.ts"

/** Things are drawn on a square of this many units. */
export const thingBoard = 600

interface Item {
  thing: string
  x?: number
  base?: number
  size?: number
  rotate?: number
  flip?: boolean
  hue?: number
}

export interface ThingPicture {
  name: string
  tags: string[]
  alt: string
  draw: () => Svg
}

const gradient = (id: string, from: string, to: string, slant = 0): Svg =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${slant}" y2="1"><stop offset="0" stop-color="${from}"/><stop
offset="1" stop-color="${to}"/></linearGradient>`

const windowLight = `<g fill="#ffffff" opacity=".55"
transform="skewX(-14)">${[
  [150, -10, 180],
  [280, -10, 180],
  [150, 182, 150],
  [280, 182, 150],
]
  .map(([x = 0, y = 0, height = 0]) => box(x, y, 118, height, "#ffffff"))
  .join("")}</g>`

/** On the table (or, for large things, on the floor) beside a sunny window. */
const atHome = (items: Item[], tint: Tint, ground: string): Svg => {
  const { light, middle } = tints[tint]
  return (
    `<defs>${gradient("wall", light, middle, 1)}</defs>` +
    box(0, 0, 600, 600, "url(#wall)") +
    windowLight +
    box(0, 420, 600, 180, ground) +
    shape("M0 420h600v60H0z", "#ffffff", 'opacity=".12"') +
    box(0, 420, 600, 6, "#ffffff", 0, 'opacity=".35"') +
    line(
      "M0 480h600M0 541h600M170 427v53M420 480v61M90 541v59M520 427v53M330 541v59",
      "#6a4220",
      3,
      'opacity=".12"',
    ) +
    items
      .map(
        ({ x = 300, base = 490, size = 330, ...item }) =>
          softShadow(x, base - 3, size * 0.38, 13, "#3b2410", 0.3) +
          standingEmoji(item.thing, x, base, size, item),
      )
      .join("")
  )
}

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

const appliance = (
  thing: "washer" | "fridge" | "sofa" | "table" | "drawers" | "microwave" | "fan" | "monitor",
): Svg => {
  const drawn: Record<typeof thing, Svg> = {
    washer:
      box(-120, -300, 240, 300, "#f7f9fb", 18) +
      box(-120, -300, 240, 62, "#e3e8ef", 18) +
      box(-96, -282, 70, 26, "#ffffff", 6) +
      `<circle cx="80" cy="-268" r="16" fill="#b9c5d3"/><circle cy="-124" r="92" fill="#d3dce6"/><circle
cy="-124" r="76" fill="#4d6384"/><circle cy="-124" r="76" fill="#7fb4e8" opacity=".45"/>` +
      shape("M-70-110q34-24 70 0t70 0a76 76 0 0 1-140 0z", "#a9d6f7") +
      shape("M-50-170q20-22 46-24l-70 90q0-40 24-66z", "#ffffff", 'opacity=".4"'),
    fridge:
      box(-115, -400, 230, 400, "#eef1f5", 16) +
      line("M-115-250h230", "#c9d2dd", 5) +
      box(84, -370, 9, 90, "#aab6c5", 4) +
      box(84, -226, 9, 120, "#aab6c5", 4) +
      box(-90, -340, 44, 32, "#ffd27a", 4) +
      box(-74, -296, 34, 28, "#ffb4c2", 4),
    sofa:
      box(-220, -190, 440, 150, "#86a8a0", 34) +
      box(-196, -120, 196, 80, "#98b8b0", 20) +
      box(0, -120, 196, 80, "#98b8b0", 20) +
      box(-246, -146, 66, 132, "#6f938a", 26) +
      box(180, -146, 66, 132, "#6f938a", 26) +
      box(-200, -44, 400, 28, "#6f938a", 10) +
      box(-150, -168, 86, 80, "#fff3dc", 18) +
      line("M-190-14v16M190-14v16", "#8a6a4a", 12),
    table:
      box(-230, -220, 460, 26, "#c99666", 10) +
      line("M-196-190L-210 0M196-190L210 0M-150-190v140M150-190v140", "#a97a4c", 16) +
      box(-200, -196, 400, 26, "#b58457", 4),
    drawers:
      box(-150, -330, 300, 316, "#f0dfc4", 10) +
      [0, 1, 2, 3]
        .map(
          (i) =>
            box(-136, -316 + i * 75, 272, 66, "#f9eeda", 6) + box(-26, -290 + i * 75, 52, 9, "#b98957", 4.5),
        )
        .join("") +
      line("M-130-14V2M130-14V2", "#8a6a4a", 14),
    microwave:
      box(-190, -220, 380, 220, "#f3f5f8", 18) +
      box(-168, -196, 256, 172, "#39435a", 12) +
      box(-150, -178, 220, 136, "#56627d", 8) +
      shape("M-140-60L-60-170h50L-90-60z", "#ffffff", 'opacity=".18"') +
      box(106, -190, 66, 30, "#2f3a50", 5) +
      `<circle cx="139" cy="-116" r="24" fill="#dbe2ea"/><circle cx="139" cy="-60" r="24" fill="#dbe2ea"/>` +
      line("M139-116v-16M139-60l10-10", "#8793a3", 5),
    fan:
      box(-80, -22, 160, 22, "#dfe6ee", 11) +
      line("M0-26v-120", "#c3cedb", 18) +
      `<circle cy="-250" r="130" fill="#ffffff"/><circle cy="-250" r="130" fill="#d9e8f7" opacity=".6"/>` +
      [0, 120, 240]
        .map((turn) =>
          drawAt(0, -250, shape("M0 0q-60-30-36-104q50 0 54 62q2 26-18 42z", "#8fbcf0", 'opacity=".85"'), {
            rotate: turn,
          }),
        )
        .join("") +
      `<circle cy="-250" r="130" fill="none" stroke="#c3cedb" stroke-width="8"/><circle cy="-250" r="92"
fill="none" stroke="#c3cedb" stroke-width="3"/><circle cy="-250" r="56" fill="none" stroke="#c3cedb"
stroke-width="3"/><circle cy="-250" r="24" fill="#5b8af5"/>`,
    monitor:
      box(-210, -310, 420, 250, "#2a3142", 14) +
      box(-198, -298, 396, 226, "#4d74d6", 6) +
      shape("M-198-150q110-70 210 0t186-30v108h-396z", "#7fb4f0") +
      shape("M-150-72L-20-298h70L-80-72z", "#ffffff", 'opacity=".1"') +
      box(-24, -62, 48, 46, "#aab6c5", 2) +
      box(-90, -18, 180, 18, "#c3cedb", 9),
  }
  return shadow(0, 0, 190, 12, 0.18) + drawn[thing]
}

const atHomeDrawn = (
  thing: Parameters<typeof appliance>[0],
  tint: Tint,
  ground: string,
  scale = 1,
  extra: Item[] = [],
): Svg =>
  atHome([], tint, ground) +
  drawAt(300, 510, appliance(thing), { scale }) +
  extra
    .map(({ x = 300, base = 510, size = 100, ...item }) => standingEmoji(item.thing, x, base, size, item))
    .join("")

const { honey, oak, pale, walnut, ash, stone } = woods

const home = (
  name: string,
  tag: string,
  alt: string,
  items: Item[],
  tint: Tint,
  ground: string = honey,
): ThingPicture => ({ name: `thing-${name}`, tags: [tag], alt, draw: () => atHome(items, tint, ground) })

const drawnHome = (
  name: string,
  tag: string,
  alt: string,
  thing: Parameters<typeof appliance>[0],
  tint: Tint,
  ground: string,
  scale = 1,
  extra: Item[] = [],
): ThingPicture => ({
  name: `thing-${name}`,
  tags: [tag],
  alt,
  draw: () => atHomeDrawn(thing, tint, ground, scale, extra),
})

export const secondHandPictures: ThingPicture[] = [
  home(
    "bicycle",
    "sports",
    "창가에 세워 둔 빨간 자전거",
    [{ thing: "bicycle", base: 500, size: 390 }],
    "sky",
    stone,
  ),
  home(
    "bicycle-green",
    "sports",
    "초록색 미니벨로 자전거",
    [{ thing: "bicycle", base: 500, size: 360, hue: 140, flip: true }],
    "sand",
    oak,
  ),
  home(
    "laptop",
    "digital",
    "책상 위 노트북과 커피 한 잔",
    [
      { thing: "laptop", base: 480, size: 340 },
      { thing: "hot-beverage", x: 510, base: 490, size: 92 },
    ],
    "blue",
    pale,
  ),
  home("chair", "furniture", "원목 식탁 의자 한 개", [{ thing: "chair", base: 512, size: 360 }], "sand"),
  home(
    "television",
    "appliance",
    "안테나가 달린 복고풍 텔레비전",
    [{ thing: "television", base: 470, size: 320 }],
    "mint",
  ),
  home("guitar", "hobby", "빨간 전기 기타", [{ thing: "guitar", base: 492, size: 370 }], "peach", walnut),
  home(
    "camera",
    "digital",
    "미러리스 카메라와 작은 액자",
    [
      { thing: "camera", x: 270, base: 484, size: 300 },
      { thing: "framed-picture", x: 496, base: 470, size: 120 },
    ],
    "grey",
  ),
  home(
    "teddy-bear",
    "kids",
    "깨끗한 갈색 곰 인형",
    [{ thing: "teddy-bear", base: 494, size: 340 }],
    "pink",
    pale,
  ),
  home(
    "books",
    "books",
    "책 세 권과 작은 화분",
    [
      { thing: "books", x: 270, base: 484, size: 300 },
      { thing: "potted-plant", x: 490, base: 480, size: 130 },
    ],
    "lilac",
  ),
  home(
    "game-pad",
    "digital",
    "게임 패드와 헤드폰",
    [
      { thing: "video-game", x: 270, base: 494, size: 300 },
      { thing: "headphone", x: 480, base: 480, size: 150 },
    ],
    "sky",
    walnut,
  ),
  home("coat", "clothes", "베이지색 겨울 코트", [{ thing: "coat", base: 490, size: 370 }], "mint", pale),
  home(
    "coat-blue",
    "clothes",
    "푸른색 겨울 외투",
    [{ thing: "coat", base: 490, size: 370, hue: 180 }],
    "peach",
    pale,
  ),
  home(
    "running-shoes",
    "clothes",
    "흰색과 보라색 운동화",
    [{ thing: "running-shoe", base: 500, size: 330 }],
    "grey",
    pale,
  ),
  home("tent", "sports", "초록색 2인용 텐트", [{ thing: "tent", base: 504, size: 390 }], "mint", "#b9ca9b"),
  home(
    "camping-set",
    "sports",
    "캠핑 텐트와 랜턴 세트",
    [{ thing: "camping", base: 510, size: 360 }],
    "sky",
    "#b9ca9b",
  ),
  home(
    "desktop",
    "digital",
    "모니터와 자판이 있는 데스크톱",
    [
      { thing: "desktop-computer", base: 490, size: 340 },
      { thing: "computer-mouse", x: 508, base: 492, size: 72 },
    ],
    "blue",
    oak,
  ),
  home("printer", "digital", "잉크젯 프린터", [{ thing: "printer", base: 490, size: 310 }], "grey", oak),
  home(
    "phone",
    "digital",
    "보라색 케이스를 씌운 스마트폰",
    [
      { thing: "mobile-phone", x: 270, base: 484, size: 290 },
      { thing: "headphone", x: 470, base: 490, size: 130 },
    ],
    "lilac",
    pale,
  ),
  home("watch", "digital", "파란 줄 손목시계", [{ thing: "watch", base: 486, size: 310 }], "sand", walnut),
  home("headphones", "digital", "흰색 무선 헤드폰", [{ thing: "headphone", base: 486, size: 320 }], "blue"),
  home(
    "radio",
    "appliance",
    "주방에서 쓰던 라디오",
    [
      { thing: "radio", x: 270, base: 486, size: 290 },
      { thing: "cactus", x: 490, base: 480, size: 120 },
    ],
    "peach",
    oak,
  ),
  home(
    "keyboard",
    "digital",
    "기계식 자판과 마우스",
    [
      { thing: "keyboard", x: 270, base: 510, size: 330 },
      { thing: "computer-mouse", x: 500, base: 490, size: 100 },
    ],
    "mint",
    pale,
  ),
  home(
    "scooter-kick",
    "kids",
    "어린이 하늘색 킥보드",
    [{ thing: "kick-scooter", base: 506, size: 360 }],
    "sand",
    stone,
  ),
  home(
    "scooter-motor",
    "sports",
    "빨간 스쿠터",
    [{ thing: "motor-scooter", base: 506, size: 370 }],
    "grey",
    stone,
  ),
  home(
    "skateboard",
    "sports",
    "스케이트보드",
    [{ thing: "skateboard", base: 500, size: 340 }],
    "lilac",
    stone,
  ),
  home(
    "basketball",
    "sports",
    "농구공과 배구공",
    [
      { thing: "basketball", x: 240, base: 494, size: 250 },
      { thing: "volleyball", x: 450, base: 506, size: 190 },
    ],
    "sky",
    oak,
  ),
  home("soccer-ball", "sports", "축구공", [{ thing: "soccer-ball", base: 494, size: 290 }], "mint", oak),
  home("tennis", "sports", "테니스 라켓과 공", [{ thing: "tennis", base: 492, size: 350 }], "peach", pale),
  home(
    "badminton",
    "sports",
    "배드민턴 라켓 세트",
    [{ thing: "badminton", base: 492, size: 350 }],
    "blue",
    honey,
  ),
  home("ski", "sports", "스키와 부츠", [{ thing: "skis", base: 496, size: 350 }], "sky", pale),
  home(
    "roller-skate",
    "sports",
    "인라인 롤러스케이트",
    [{ thing: "roller-skate", base: 500, size: 320 }],
    "lilac",
    stone,
  ),
  home(
    "piano",
    "hobby",
    "휴대용 건반",
    [{ thing: "musical-keyboard", base: 480, size: 320 }],
    "sand",
    walnut,
  ),
  home(
    "violin",
    "hobby",
    "케이스 없이 파는 바이올린",
    [{ thing: "violin", base: 490, size: 360 }],
    "pink",
    pale,
  ),
  home("drum", "hobby", "작은북과 북채", [{ thing: "drum", base: 494, size: 320 }], "blue", walnut),
  home(
    "telescope",
    "hobby",
    "삼각대 달린 천체 망원경",
    [{ thing: "telescope", base: 506, size: 380 }],
    "lilac",
    ash,
  ),
  home(
    "sewing",
    "hobby",
    "실패와 뜨개실 묶음",
    [
      { thing: "thread", x: 240, base: 488, size: 230 },
      { thing: "yarn", x: 440, base: 500, size: 190 },
    ],
    "peach",
    pale,
  ),
  home("backpack", "clothes", "분홍 책가방", [{ thing: "backpack", base: 494, size: 330 }], "sky", oak),
  home("handbag", "clothes", "갈색 가죽 손가방", [{ thing: "handbag", base: 490, size: 310 }], "pink", pale),
  home("luggage", "clothes", "파란 여행 가방", [{ thing: "luggage", base: 506, size: 350 }], "sand", pale),
  home("dress", "clothes", "푸른 원피스", [{ thing: "dress", base: 494, size: 370 }], "pink", pale),
  home("jeans", "clothes", "청바지", [{ thing: "jeans", base: 494, size: 350 }], "grey", honey),
  home("boots", "clothes", "황토색 등산화", [{ thing: "hiking-boot", base: 498, size: 320 }], "mint", ash),
  home(
    "baby-bottle",
    "kids",
    "젖병과 곰 인형",
    [
      { thing: "baby-bottle", x: 230, base: 488, size: 230 },
      { thing: "teddy-bear", x: 430, base: 500, size: 220 },
    ],
    "peach",
    pale,
  ),
  home("kite", "kids", "색색의 연", [{ thing: "kite", base: 480, size: 350 }], "sky", oak),
  home(
    "puzzle",
    "kids",
    "주사위와 조각 맞추기 놀잇감",
    [
      { thing: "puzzle-piece", x: 230, base: 488, size: 230 },
      { thing: "game-die", x: 430, base: 500, size: 180 },
    ],
    "lilac",
    pale,
  ),
  home("mirror", "furniture", "금빛 테두리 거울", [{ thing: "mirror", base: 488, size: 350 }], "pink", oak),
  home(
    "sofa-lamp",
    "furniture",
    "파란 1인 소파와 조명",
    [{ thing: "couch-and-lamp", base: 510, size: 400 }],
    "peach",
    pale,
  ),
  home("bed", "furniture", "남색 침대틀", [{ thing: "bed", base: 520, size: 420 }], "sand", pale),
  home(
    "toolbox",
    "tools",
    "공구함과 톱",
    [
      { thing: "toolbox", x: 260, base: 494, size: 290 },
      { thing: "carpentry-saw", x: 470, base: 490, size: 150 },
    ],
    "grey",
    walnut,
  ),
  home("plant", "living", "잎이 풍성한 화분", [{ thing: "potted-plant", base: 490, size: 350 }], "mint"),
  home("cactus", "living", "선인장 화분", [{ thing: "cactus", base: 488, size: 330 }], "sand", pale),
  home(
    "teapot",
    "living",
    "빨간 찻주전자와 찻잔",
    [
      { thing: "teapot", x: 260, base: 490, size: 270 },
      { thing: "hot-beverage", x: 470, base: 500, size: 140 },
    ],
    "blue",
    oak,
  ),
  home(
    "clock",
    "living",
    "원목 탁상시계",
    [{ thing: "mantelpiece-clock", base: 484, size: 310 }],
    "peach",
    oak,
  ),
  drawnHome("washer", "appliance", "드럼 세탁기", "washer", "sky", stone, 1.08),
  drawnHome("fridge", "appliance", "문 두 개짜리 소형 냉장고", "fridge", "mint", stone, 0.95),
  drawnHome("sofa", "furniture", "회녹색 2인용 소파", "sofa", "sand", pale, 1),
  drawnHome("table", "furniture", "튤립을 올려 둔 원목 식탁", "table", "lilac", pale, 1, [
    { thing: "tulip", x: 300, base: 292, size: 120 },
  ]),
  drawnHome("drawers", "furniture", "네 칸 서랍장", "drawers", "pink", oak, 1.05, [
    { thing: "potted-plant", x: 250, base: 166, size: 100 },
  ]),
  drawnHome("microwave", "appliance", "하얀 전자레인지", "microwave", "peach", oak, 1.1),
  drawnHome("fan", "appliance", "탁상 선풍기", "fan", "blue", oak, 0.98),
  drawnHome("monitor", "digital", "27인치 모니터", "monitor", "grey", oak, 1.05),
]

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
