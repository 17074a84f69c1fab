import type { LevelScenario } from '../../../campaigns/soak/levelStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';

/** Percent of the stake on a newer version, on each side of the lines 10 and 50. */
const NEWER = [0, 30, 80];

/** The versions of the peers. */
function scenario({ emulator: { control, world } }: Plan): LevelScenario {
	const { version } = world.conditions;
	const peers = world.node.primary.current().filter(({ connected }) => connected);
	const stake = peers.reduce((sum, { weight }) => sum + Number(weight), 0);
	return {
		event: 'Node version behind',
		parameters: { event: 'nodeVersionBehind' },
		lines: 2,
		set(level) {
			let newer = 0;
			const versions = peers.map(({ nodeId, weight }) => {
				const isNewer = (newer / stake) * 100 < NEWER[level];
				if (isNewer) newer += Number(weight);
				return [nodeId, isNewer ? '99.0.0' : version];
			});
			control.setVersions({ peers: Object.fromEntries(versions) });
		},
	};
}

export const soak: Soak = { levels: scenario };
