/** Every operation for programs, in the order of the document. */
import type { Operation } from "./operation.server.ts"
import { productOperations } from "./product-operations.server.ts"
import { requestOperations } from "./request-operations.server.ts"
import { orderOperations } from "./sale-operations.server.ts"

export const OPERATIONS: readonly Operation[] = [
  ...productOperations,
  ...orderOperations,
  ...requestOperations,
]
