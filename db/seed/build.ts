/** Owns the order in which the town is thought up: pure, without a database, the same for the same moment. */
import { addCustomersOrders } from "./demo-customer.ts"
import { addExpertsOrders } from "./demo-expert.ts"
import { addExperts } from "./experts.ts"
import { addFavorites, addOrders, addQuestions } from "./main-job.ts"
import { addCustomers, addDemoAccounts } from "./people.ts"
import { reviewWords } from "./reviews.ts"
import { emptyTown, type Master, type Town } from "./town.ts"

/** Every row of the town that is created at `present`. */
export function buildTown(present: Date, masters: ReadonlyMap<string, Master>, passwordHash: string): Town {
  const town = emptyTown(present, masters, passwordHash)
  const customer = addDemoAccounts(town)
  addCustomers(town)
  const demo = addExperts(town)
  const words = reviewWords()
  addOrders(town, words)
  addCustomersOrders(town, customer, demo, words)
  addExpertsOrders(town, demo, words)
  addFavorites(town)
  addQuestions(town, demo)
  return town
}
