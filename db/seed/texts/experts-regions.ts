/** The experts of the town in the other regions: who they are, in their own words. */
import { busanAndDaeguExperts } from "./experts-busan-daegu.ts"
import { centralExperts } from "./experts-central.ts"
import { southernExperts } from "./experts-south.ts"
import { countrywideExperts } from "./experts-countrywide.ts"
import type { ExpertSeed } from "../seed-types.ts"

export const regionalExperts: readonly ExpertSeed[] = [
  ...busanAndDaeguExperts,
  ...centralExperts,
  ...southernExperts,
  ...countrywideExperts,
]
