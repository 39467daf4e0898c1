/** The experts of the town around the capital: who they are, in their own words. */
import { seoulExperts } from "./experts-seoul.ts"
import { expertsAroundSeoul } from "./experts-around-seoul.ts"
import type { ExpertSeed } from "../seed-types.ts"

export const capitalExperts: readonly ExpertSeed[] = [...seoulExperts, ...expertsAroundSeoul]
