/** Every room of the demo town with its colours, its words and, where there is one, its before-version. */
import { drawAged } from "./wear.ts"
import type { Clutter } from "./wear.ts"
import type { WallPattern } from "./furniture.ts"
import { woods } from "./palette.ts"
import {
  bath,
  bedroom,
  cooling,
  entry,
  flooring,
  kitchen,
  living,
  newDoor,
  newWindow,
  papering,
  veranda,
  wallTelevision,
} from "./rooms.ts"
import type { Svg } from "./svg.ts"
import {
  cleanBath,
  cleanKitchen,
  cleanLiving,
  cleanWindow,
  demolishedRoom,
  ladderTruck,
  liftMove,
  movingTruck,
  newFaucet,
  newLighting,
  packedRoom,
  plumbingBefore,
  plumbingDone,
  switchPanel,
  wasteCollection,
} from "./work-scenes.ts"
import type { Sky } from "./windows.ts"

export interface RoomPicture {
  name: string
  tags: string[]
  alt: string
  draw: () => Svg
  before?: { alt: string; draw: () => Svg }
}

interface Wear {
  alt: string
  seed: number
  clutter?: Clutter
  dampAt?: [number, number]
  crackAt?: [number, number]
  peel?: boolean
  mouldAt?: [number, number]
}

/** Binds a room function to its colours, for the finished room and for the room before. */
const room = <Look extends { worn?: boolean }>(
  name: string,
  tags: string[],
  alt: string,
  draw: (look: Look) => Svg,
  look: Look,
  wear?: Wear,
): RoomPicture => ({
  name,
  tags,
  alt,
  draw: () => draw(look),
  ...(wear ? { before: { alt: wear.alt, draw: () => drawAged(draw({ ...look, worn: true }), wear) } } : {}),
})

const scene = (
  name: string,
  tags: string[],
  alt: string,
  draw: () => Svg,
  before?: RoomPicture["before"],
): RoomPicture => ({ name, tags, alt, draw, ...(before ? { before } : {}) })

const dusk: Sky = "dusk"
const panel: WallPattern = "panel"

export const roomPictures: RoomPicture[] = [
  room(
    "living-blue",
    ["interior", "wallpaper", "living"],
    "하늘빛 벽지에 파란 소파를 둔 밝은 거실",
    living,
    { wallColour: "#eaf1f9", sofaColour: "#5b8af5" },
    { alt: "벽지가 누렇게 바래고 금이 간 거실", seed: 2, peel: true, clutter: "boxes" },
  ),
  room(
    "living-stripe",
    ["interior", "wallpaper", "living"],
    "살구색 줄무늬 벽지로 도배한 따뜻한 거실",
    living,
    { wallColour: "#f3e2d2", pattern: "stripes", sofaColour: "#e08a6c", accent: "#ffcdb4", flip: true },
    { alt: "도배 전, 얼룩이 생긴 거실 벽", seed: 5, peel: true, clutter: "tools" },
  ),
  room(
    "living-sage",
    ["interior", "flooring", "living"],
    "연두색 벽과 헤링본 마루로 바꾼 거실",
    living,
    {
      wallColour: "#dcebe0",
      pattern: "dots",
      sofaColour: "#7fa08f",
      accent: "#ffe0a3",
      floorKind: "herringbone",
      floorColour: woods.pale,
    },
    { alt: "장판이 낡고 짐이 쌓인 거실", seed: 8, clutter: "boxes", crackAt: [560, 20], dampAt: [390, 40] },
  ),
  room(
    "living-balcony",
    ["interior", "remodeling", "living"],
    "큰 창에 흰 커튼을 단 아이보리 거실",
    living,
    {
      wallColour: "#f4eee4",
      sofaColour: "#d8c3a5",
      accent: "#9fc0f5",
      layout: "balcony",
      floorColour: woods.pale,
      curtainColour: "#ffffff",
    },
    {
      alt: "리모델링 전, 텅 비고 어두운 거실",
      seed: 11,
      clutter: "tools",
      crackAt: [690, 10],
      dampAt: [70, 60],
    },
  ),
  room("living-media", ["interior", "carpentry", "living"], "나무 템바보드로 마감한 TV 벽 거실", living, {
    wallColour: "#e5d8c6",
    sofaColour: "#8fa9d8",
    accent: "#e9e3f7",
    layout: "media",
  }),
  room(
    "living-navy",
    ["interior", "wallpaper", "living"],
    "남색 포인트 벽과 겨자색 소파가 있는 거실",
    living,
    {
      wallColour: "#5d6f9e",
      pattern: panel,
      sofaColour: "#eab451",
      accent: "#f7f2e8",
      layout: "books",
      floorColour: woods.honey,
    },
  ),

  room(
    "kitchen-blue",
    ["interior", "kitchen", "tile"],
    "파란 수납장과 흰 타일로 바꾼 주방",
    kitchen,
    { wallColour: "#f4f2ee", cabinet: "#7fa3e8" },
    {
      alt: "수납장이 낡고 타일이 더러운 주방",
      seed: 3,
      clutter: "none",
      crackAt: [530, 10],
      dampAt: [640, 70],
    },
  ),
  room(
    "kitchen-green",
    ["interior", "kitchen"],
    "초록 수납장에 육각 타일을 붙인 주방",
    kitchen,
    { wallColour: "#f3f6f0", cabinet: "#7fb59b", tile: "hexagon", flip: true, fridge: "#f3e6d2" },
    { alt: "교체 전, 색이 바랜 주방", seed: 6, clutter: "none", crackAt: [270, 10], dampAt: [140, 90] },
  ),
  room(
    "kitchen-island",
    ["interior", "kitchen", "remodeling"],
    "아일랜드 식탁과 조명을 새로 놓은 주방",
    kitchen,
    { wallColour: "#f6f1ea", cabinet: "#e8cfae", tile: "square", island: true, counter: "#fbfbfb" },
  ),
  room(
    "kitchen-pink",
    ["interior", "kitchen", "film"],
    "분홍 인테리어 필름으로 감싼 싱크대",
    kitchen,
    {
      wallColour: "#fdf5f3",
      cabinet: "#eba9ad",
      tile: "square",
      counter: "#fff6f0",
      floorKind: "tile",
      floorColour: "#e9e4e2",
    },
    {
      alt: "필름 시공 전, 문짝이 벗겨진 싱크대",
      seed: 9,
      clutter: "none",
      crackAt: [290, 0],
      dampAt: [650, 120],
    },
  ),
  room("kitchen-white", ["interior", "kitchen", "remodeling"], "회색 상판의 하얀 주방과 아일랜드", kitchen, {
    wallColour: "#eef1f6",
    cabinet: "#dfe5ee",
    tile: "subway",
    island: true,
    counter: "#a9b4c4",
    floorColour: woods.oak,
    fridge: "#d5dde8",
    flip: true,
  }),

  room(
    "bath-sky",
    ["repair", "interior", "bath", "tile"],
    "하늘색 타일로 새로 고친 욕실",
    bath,
    { wallColour: "#d7ebf3", tile: "#d7ebf3", band: "#8fc3d8" },
    { alt: "타일이 누렇게 변하고 금이 간 욕실", seed: 4, clutter: "bath" },
  ),
  room(
    "bath-pink",
    ["interior", "bath", "tile"],
    "분홍 타일과 욕조가 있는 욕실",
    bath,
    { wallColour: "#f5e4e2", tile: "#f5e4e2", band: "#e0a79b", mirror: "round", flip: true },
    {
      alt: "20년 된 욕실, 줄눈에 곰팡이가 핀 모습",
      seed: 7,
      clutter: "bath",
      mouldAt: [240, 150],
      crackAt: [560, 0],
    },
  ),
  room(
    "bath-shower",
    ["repair", "bath", "remodeling"],
    "유리 샤워 부스를 설치한 욕실",
    bath,
    {
      wallColour: "#e4e9ec",
      tile: "#e2e8ec",
      band: "#aebfcb",
      layout: "shower",
      vanity: "#c99f73",
      mirror: "round",
    },
    { alt: "샤워 부스 설치 전 낡은 욕실", seed: 10, clutter: "tools", mouldAt: [700, 60], crackAt: [300, 0] },
  ),
  room("bath-mint", ["interior", "bath"], "민트색 타일과 나무 세면대가 있는 욕실", bath, {
    wallColour: "#d3ece1",
    tile: "#d3ece1",
    band: "#6fb99a",
    vanity: "#e3c08f",
  }),
  room("bath-sand", ["interior", "bath", "remodeling"], "모래색 타일로 호텔처럼 꾸민 샤워 욕실", bath, {
    wallColour: "#efe3d1",
    tile: "#efe3d1",
    band: "#c9a57a",
    layout: "shower",
    vanity: "#a97a55",
    flip: true,
  }),

  room(
    "bedroom-lilac",
    ["interior", "wallpaper", "bedroom"],
    "연보라 벽지로 도배한 안방",
    bedroom,
    { wallColour: "#ece7f7", pattern: "stripes", cover: "#7d8fe8", head: "#cbbcf2" },
    {
      alt: "도배 전, 장롱 뒤에 습기가 찬 안방",
      seed: 12,
      clutter: "none",
      crackAt: [430, 20],
      mouldAt: [660, 360],
    },
  ),
  room(
    "bedroom-wardrobe",
    ["interior", "carpentry", "bedroom"],
    "붙박이장과 커튼을 새로 한 침실",
    bedroom,
    {
      wallColour: "#eef0ea",
      cover: "#8fb8a0",
      head: "#d9c29d",
      layout: "wardrobe",
      curtainColour: "#dfe8dc",
    },
    { alt: "붙박이장을 넣기 전 침실", seed: 15, clutter: "boxes", crackAt: [250, 10] },
  ),
  room("bedroom-kids", ["interior", "wallpaper", "bedroom"], "노란 이불과 인형이 있는 아이 방", bedroom, {
    wallColour: "#e3f0fb",
    pattern: "waves",
    cover: "#ffcf6b",
    head: "#ffffff",
    layout: "kids",
    floorColour: woods.pale,
  }),
  room("bedroom-study", ["interior", "lighting", "bedroom"], "책상을 함께 둔 산호색 침실", bedroom, {
    wallColour: "#fbe8e2",
    pattern: "two-tone",
    cover: "#f29b86",
    head: "#b98d6b",
    layout: "study",
    flip: true,
  }),

  room(
    "entry-door",
    ["interior", "door", "entry"],
    "초록 현관문과 신발장을 바꾼 현관",
    entry,
    { wallColour: "#eef1ee", door: "#5f8f7a" },
    { alt: "문이 낡고 짐이 흩어진 현관", seed: 13, clutter: "none", crackAt: [640, 0] },
  ),
  room("entry-glass", ["interior", "door", "entry"], "유리 중문을 단 환한 현관", entry, {
    wallColour: "#f1ece6",
    pattern: "panel",
    door: "#39435a",
    glass: true,
    flip: true,
  }),
  room(
    "veranda-garden",
    ["interior", "veranda", "tile"],
    "화분을 가꾼 작은 정원 같은 베란다",
    veranda,
    { wallColour: "#eaf3ea", use: "garden" },
    {
      alt: "짐이 쌓이고 결로가 생긴 베란다",
      seed: 14,
      clutter: "none",
      crackAt: [30, 40],
      mouldAt: [120, 400],
    },
  ),
  room("veranda-cafe", ["interior", "veranda", "remodeling"], "탁자와 조명을 놓은 홈 카페 베란다", veranda, {
    wallColour: "#f3e8e0",
    use: "cafe",
    floorColour: "#e6d5bf",
  }),

  room("aircon-wall", ["installation", "aircon"], "거실 벽에 설치를 마친 벽걸이 에어컨", cooling, {
    wallColour: "#e6f1f3",
    kind: "wall",
    sofaColour: "#79b48f",
  }),
  room("aircon-stand", ["installation", "aircon"], "창가에 세운 스탠드 에어컨", cooling, {
    wallColour: "#eef2fb",
    pattern: "stripes",
    kind: "stand",
    sofaColour: "#e3a184",
  }),
  room("aircon-ceiling", ["installation", "aircon", "office"], "사무실 천장에 단 시스템 에어컨", cooling, {
    wallColour: "#e9eef4",
    kind: "ceiling",
    sofaColour: "#5b8af5",
  }),
  room("tv-wall-grey", ["installation", "tv"], "벽에 반듯하게 건 TV와 선이 없는 거실", wallTelevision, {
    wallColour: "#e2e6ee",
    accent: "#f5efe4",
  }),
  room("tv-wall-green", ["installation", "tv"], "초록 벽에 건 대형 TV와 나무 거실장", wallTelevision, {
    wallColour: "#a9c4b2",
    pattern: panel,
    accent: "#c99f73",
    floorColour: woods.honey,
    flip: true,
  }),
  room(
    "door-room",
    ["repair", "door"],
    "새로 단 하늘색 방문",
    newDoor,
    { wallColour: "#f4f1ea", door: "#93b3dc" },
    { alt: "구멍이 나고 갈라진 방문", seed: 16, clutter: "none", crackAt: [620, 40] },
  ),
  room(
    "window-new",
    ["repair", "window"],
    "단열 창으로 바꾼 창문과 분홍 커튼",
    newWindow,
    { wallColour: "#eef1f7", curtainColour: "#f3c3c4" },
    {
      alt: "틀이 뒤틀리고 결로가 생긴 옛 창문",
      seed: 17,
      clutter: "none",
      crackAt: [700, 30],
      mouldAt: [180, 380],
    },
  ),

  scene("moving-truck", ["moving", "truck"], "아파트 앞에 선 파란 이사 트럭과 상자", () =>
    movingTruck("#3f78f0"),
  ),
  scene("moving-ladder", ["moving", "truck", "ladder"], "사다리차로 높은 층에 짐을 올리는 모습", () =>
    ladderTruck("#2f9e8a"),
  ),
  scene("moving-boxes", ["moving", "packing"], "포장을 마친 이삿짐 상자가 쌓인 방", () =>
    packedRoom("#e9f0f6"),
  ),
  scene("moving-lift", ["moving", "elevator"], "승강기로 옮기는 이삿짐 수레", liftMove),

  scene(
    "clean-living",
    ["demolition", "cleaning", "living"],
    "입주 청소를 마쳐 반짝이는 거실",
    () => cleanLiving("#e4f4ee"),
    {
      alt: "청소 전, 쓰레기가 널린 거실",
      draw: () => drawAged(cleanLiving("#e4f4ee", true), { seed: 18, clutter: "none", crackAt: [560, 0] }),
    },
  ),
  scene(
    "clean-kitchen",
    ["demolition", "cleaning", "kitchen"],
    "기름때를 말끔히 닦은 가스레인지와 후드",
    () => cleanKitchen(),
    {
      alt: "기름때가 낀 가스레인지와 후드",
      draw: () =>
        drawAged(cleanKitchen(true), { seed: 19, clutter: "none", crackAt: [700, 0], dampAt: [660, 90] }),
    },
  ),
  scene("clean-bath", ["demolition", "cleaning", "bath"], "물때 없이 깨끗하게 청소한 욕실", cleanBath),
  scene(
    "clean-window",
    ["demolition", "cleaning", "window"],
    "거품을 내어 닦고 있는 거실 유리창",
    cleanWindow,
  ),
  scene("demolition-room", ["demolition", "removal"], "벽을 철거하고 바닥을 정리한 방", demolishedRoom),
  scene("demolition-waste", ["demolition", "waste", "truck"], "폐기물 자루를 싣고 있는 트럭", () =>
    wasteCollection("#5f9e6e"),
  ),

  room(
    "wallpaper-close",
    ["interior", "wallpaper"],
    "잎무늬 벽지를 이음매 없이 바르는 중인 벽",
    papering,
    { wallColour: "#efece4", paper: "#cfe3d8", paperPattern: "leaves" },
    { alt: "벽지를 바르기 전 얼룩진 벽", seed: 20, clutter: "tools", peel: true, mouldAt: [160, 330] },
  ),
  room(
    "flooring-close",
    ["interior", "flooring"],
    "한 장씩 깔고 있는 강마루 바닥",
    flooring,
    { wallColour: "#eef2f4", plank: "#dfb584" },
    { alt: "들뜨고 갈라진 옛 마루 바닥", seed: 21, clutter: "none", dampAt: [520, 420] },
  ),
  scene(
    "plumbing-pipe",
    ["repair", "plumbing", "leak"],
    "싱크대 아래 배관을 새로 교체한 모습",
    plumbingDone,
    { alt: "싱크대 아래 배관에서 물이 새는 모습", draw: plumbingBefore },
  ),
  scene("plumbing-faucet", ["repair", "plumbing"], "새 수전에서 물이 시원하게 나오는 싱크대", newFaucet),
  scene("electric-switch", ["repair", "electrical"], "새것으로 바꾼 스위치와 콘센트", () => switchPanel(), {
    alt: "그을린 스위치와 낡은 콘센트",
    draw: () => switchPanel(true),
  }),
  scene("electric-light", ["repair", "electrical", "lighting"], "천장 조명을 새로 단 거실", newLighting),
  room("living-dusk", ["interior", "remodeling", "living"], "노을이 드는 큰 창과 보라색 소파 거실", living, {
    wallColour: "#f3ecf5",
    sofaColour: "#9c86d8",
    accent: "#ffd0c2",
    layout: "balcony",
    sky: dusk,
    curtainColour: "#e9dcf2",
    floorColour: woods.walnut,
    flip: true,
  }),
]

/** Wide pictures at the head of an expert's profile: the room, and how far down its strip starts (0 to 1). */
export const coverPictures: { name: string; of: string; tags: string[]; from: number }[] = [
  { name: "cover-wallpaper", of: "living-stripe", tags: ["interior", "wallpaper"], from: 0.8 },
  { name: "cover-living", of: "living-navy", tags: ["interior", "remodeling"], from: 0.8 },
  { name: "cover-kitchen", of: "kitchen-blue", tags: ["interior", "kitchen"], from: 0.5 },
  { name: "cover-bath", of: "bath-mint", tags: ["repair", "bath"], from: 0.85 },
  { name: "cover-moving", of: "moving-truck", tags: ["moving", "truck"], from: 0.88 },
  { name: "cover-cleaning", of: "clean-living", tags: ["demolition", "cleaning"], from: 0.97 },
  { name: "cover-aircon", of: "aircon-wall", tags: ["installation", "aircon"], from: 0.15 },
  { name: "cover-electric", of: "electric-light", tags: ["repair", "electrical"], from: 0.92 },
  { name: "cover-plumbing", of: "plumbing-faucet", tags: ["repair", "plumbing"], from: 0.3 },
  { name: "cover-veranda", of: "veranda-garden", tags: ["interior", "veranda"], from: 0.9 },
]

export const siteWords: Record<string, { name: string; tags: string[]; alt: string }> = {
  leakingSink: {
    name: "site-leaking-sink",
    tags: ["repair", "plumbing", "leak"],
    alt: "싱크대 아래에서 물이 새어 고인 모습",
  },
  crackedTile: { name: "site-cracked-tile", tags: ["repair", "tile"], alt: "금이 가고 깨진 바닥 타일" },
  mouldyWall: {
    name: "site-mouldy-wall",
    tags: ["interior", "wallpaper", "mould"],
    alt: "장롱 옆 벽에 번진 곰팡이",
  },
  brokenDoor: { name: "site-broken-door", tags: ["repair", "door"], alt: "경첩이 빠져 기울어진 방문" },
  emptyRoom: { name: "site-empty-room", tags: ["interior", "cleaning", "moving"], alt: "짐을 모두 뺀 빈방" },
  boxPile: { name: "site-box-pile", tags: ["moving", "packing"], alt: "옮겨야 할 이삿짐 상자 더미" },
  ceilingStain: { name: "site-ceiling-stain", tags: ["repair", "leak"], alt: "물이 떨어지는 천장 얼룩" },
  peelingPaper: {
    name: "site-peeling-paper",
    tags: ["interior", "wallpaper"],
    alt: "모서리부터 벗겨진 벽지",
  },
  oldBoiler: {
    name: "site-old-boiler",
    tags: ["repair", "boiler", "installation"],
    alt: "아래로 물이 새는 오래된 보일러",
  },
  cloggedDrain: {
    name: "site-clogged-drain",
    tags: ["repair", "plumbing", "bath"],
    alt: "물이 내려가지 않는 욕실 배수구",
  },
  brokenLight: {
    name: "site-broken-light",
    tags: ["repair", "electrical"],
    alt: "반만 켜지는 고장 난 형광등",
  },
  wasteFurniture: {
    name: "site-waste-furniture",
    tags: ["demolition", "waste"],
    alt: "버리려고 내놓은 가구와 가전",
  },
  oldAircon: {
    name: "site-old-aircon",
    tags: ["installation", "aircon"],
    alt: "물이 떨어지는 누렇게 변한 에어컨",
  },
  wetWindow: { name: "site-wet-window", tags: ["repair", "window"], alt: "결로와 곰팡이가 생긴 창틀" },
  loosePipe: {
    name: "site-loose-pipe",
    tags: ["repair", "plumbing", "leak"],
    alt: "이음매가 풀려 물이 새는 배관",
  },
  dustyHood: {
    name: "site-greasy-hood",
    tags: ["demolition", "cleaning", "kitchen"],
    alt: "기름이 흘러내리는 주방 후드",
  },
}
