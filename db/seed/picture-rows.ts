/** Owns which picture hangs where: one row for each use, all uses of a master share its file. */
import { idOf } from "./random.ts"
import { masterOf, type Rows, type Town } from "./town.ts"

type Purpose = Rows["pictures"][number]["purpose"]

/** Hangs the master `name` up for `ownerId` and returns the id of the picture. `label` names the place. */
export function hang(
  town: Town,
  name: string,
  use: { ownerId: string; purpose: Purpose; label: string; at: Date },
): string {
  const master = masterOf(town, name)
  const id = idOf(`picture/${use.label}`, use.at)
  town.rows.pictures.push({
    id,
    ownerId: use.ownerId,
    purpose: use.purpose,
    storageKey: master.storageKey,
    originalName: `${master.name}.webp`,
    alt: master.alt,
    width: master.width,
    height: master.height,
    bytes: master.bytes,
    placeholder: master.placeholder,
    createdAt: use.at,
    attachedAt: use.at,
  })
  return id
}

/**
 * Hangs the masters `names` up beside an order: the customer's of the site, or the expert's of the finished
 * work.
 */
export function hangOrderPictures(
  town: Town,
  orderId: string,
  kind: "site" | "after",
  names: readonly string[],
  use: { ownerId: string; label: string; at: Date },
): void {
  const purpose = kind === "site" ? "order" : "after"
  names.forEach((name, position) => {
    const pictureId = hang(town, name, {
      ownerId: use.ownerId,
      purpose,
      label: `${kind}/${use.label}/${position}`,
      at: use.at,
    })
    town.rows.orderPhotos.push({ orderId, pictureId, kind, position })
  })
}

/** Names of the portraits of a sex and decade of life. */
export function portraits(town: Town, woman: boolean, age: number): string[] {
  return [...town.masters.values()]
    .filter(
      (master) =>
        master.kind === "person" &&
        master.tags.includes(woman ? "woman" : "man") &&
        master.tags.includes(`${age}s`),
    )
    .map((master) => master.name)
}
