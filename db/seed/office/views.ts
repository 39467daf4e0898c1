/** Saved views of the demo town's office: one's own, and those that colleagues share. */
import { adminViews } from "#app/areas/admin/schema.server.ts"
import type { ViewList } from "#app/areas/admin/view-rules.ts"
import { newId } from "#app/basics/ids.ts"
import type { Transaction } from "#app/platform/db.server.ts"

type View = { list: ViewList; name: string; query: string; by: "first" | "colleague"; isShared: boolean }

const VIEWS: readonly View[] = [
  { list: "tickets", name: "급한 문의", query: "priority=high", by: "colleague", isShared: true },
  { list: "tickets", name: "오래 기다린 문의", query: "sort=oldest", by: "first", isShared: false },
  { list: "products", name: "비싼 것부터 심사", query: "sort=price", by: "first", isShared: true },
  { list: "experts", name: "보험 증권 먼저", query: "queue=insurance", by: "colleague", isShared: true },
  { list: "orders", name: "분쟁 중", query: "queue=disputed", by: "colleague", isShared: true },
]

/** Writes them for the two administrators. */
export async function writeViews(
  tx: Transaction,
  admins: Readonly<Record<View["by"], string>>,
  present: Date,
): Promise<void> {
  await tx
    .insert(adminViews)
    .values(
      VIEWS.map(({ by, ...view }) => ({ ...view, id: newId(), ownerId: admins[by], createdAt: present })),
    )
}
