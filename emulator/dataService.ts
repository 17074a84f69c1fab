import * as rooms from './rooms/all';
import { type AccessOptions, type RateLimits, readKey } from './rest/access';
import { restService } from './rest/restService';
import type { EmulatedRoom } from './room';
import type { Dialect, Service } from './service';
import type { World } from './world';

export interface DataServiceOptions {
	dialect: Dialect;
	sparse?: boolean;
	access: AccessOptions;
	/** Read at every request, so that the control endpoint can change them. */
	limits: RateLimits;
}

const ROOMS: readonly EmulatedRoom[] = Object.values(rooms);

/** The chain data service of the documents over a world. */
export function dataService(world: World, options: DataServiceOptions): Service {
	const { dialect, sparse, access, limits } = options;
	return restService(world, {
		name: 'data',
		dialect,
		sparse,
		units: 1,
		endpoints: ROOMS.flatMap(({ data = [] }) => data),
		clientOf(request) {
			const key = readKey(request, access);
			if (key === undefined) return { name: 'anyone', limit: limits.withoutKey };
			return { name: `key ${key}`, limit: limits.withKey ?? limits.withoutKey };
		},
	});
}
