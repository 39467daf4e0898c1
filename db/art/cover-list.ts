/** The covers of experts and the photos of sites: names, words, and what they are made from. */

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
