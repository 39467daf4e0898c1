/** Every room of the demo town with its colours, its words and, where there is one, its before-version. */
import { homePictures } from "./home-list.ts"
import { workPictures } from "./work-list.ts"
import type { RoomPicture } from "./room-picture.ts"

export const roomPictures: RoomPicture[] = [...homePictures, ...workPictures]
