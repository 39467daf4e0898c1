/** The order in which the town is thought up: pure, without a database, the same for the same moment. */
import { addDemoCustomerOrders } from "./demo-customer.ts"
import { addDemoExpertOrders } from "./demo-expert.ts"
import { addExperts } from "./experts.ts"
import { addFavorites, addOrders, addQuestions } from "./town-orders.ts"
import { addCustomers, addDemoAccounts } from "./people.ts"
import { createReviewTexts, setReviewsApart } from "./reviews.ts"
import { emptyTown, type DemoPicture, type Town } from "./town.ts"

/** Every row of the town that is created at `present`. */
export function buildTown(
  present: Date,
  demoPictures: ReadonlyMap<string, DemoPicture>,
  passwordHash: string,
): Town {
  const town = emptyTown(present, demoPictures, passwordHash)
  const customer = addDemoAccounts(town)
  addCustomers(town)
  const demo = addExperts(town)
  const words = createReviewTexts()
  addOrders(town, words)
  addDemoCustomerOrders(town, customer, demo, words)
  addDemoExpertOrders(town, demo, words)
  setReviewsApart(town)
  addFavorites(town)
  addQuestions(town, demo)
  return town
}
