import type { EmulatedRoom } from '../../room';
import { primaryBlockEndpoints } from './blocks';
import { listVertices, listVerticesByHeight, vertexByHash } from './vertices';

export const emulated = {
	data: [...primaryBlockEndpoints, listVertices, listVerticesByHeight, vertexByHash],
} satisfies EmulatedRoom;
