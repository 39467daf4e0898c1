/** In which homes what people ask for is done; a home named twice is asked for twice as often. */
import type { Home } from "../seed-types.ts"

export const cleaningHomes: readonly Home[] = ["아파트", "아파트", "빌라", "오피스텔", "투룸", "원룸"]

export const installationHomes: readonly Home[] = ["아파트", "아파트", "빌라", "오피스텔", "투룸"]

export const interiorHomes: readonly Home[] = ["아파트", "아파트", "아파트", "빌라", "오피스텔", "단독주택"]

export const repairHomes: readonly Home[] = ["아파트", "아파트", "빌라", "오피스텔", "단독주택"]
