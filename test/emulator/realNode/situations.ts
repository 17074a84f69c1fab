import type { Emulator } from '../../../emulator';
import type { RecordedCall } from './calls';

const NO_PEERS =
	'network layer is unhealthy reason: not connected to a minimum of 1 peer(s) only 0, ' +
	'no messages received from network, no messages sent to network';
const NO_STAKE =
	'not connected to enough stake: connected to 0.000000%; required at least 80.000000%';
/** Seconds until the next uptime sync. */
const SYNC = 36;

/** Brings the emulator into the state in which the real node was when a call was recorded. */
export function arrange(emulator: Emulator, { name }: RecordedCall): void {
	const { control, world } = emulator;
	if (name.includes('bootstrapping')) {
		control.setBootstrapping({ bootstrapping: true });
		control.setHealth({ healthy: false, check: 'network', error: NO_PEERS });
		control.setHealth({ healthy: false, check: 'P', error: NO_STAKE });
	}
	if (/-timed-out$|-100-$/.test(name)) silence(emulator, true);
	if (/uptime-not-tracked-yet$|^validators\.getCurrentValidators-l1$/.test(name)) {
		for (const one of newcomers(emulator)) one.uptimeKnownFrom = world.clock.seconds() + SYNC;
	}
}

/** Lets no validator of the primary network sign, or lets all of them again that did. */
function silence({ world: { node } }: Emulator, silent: boolean): void {
	for (const one of node.primary.current()) {
		if (silent && one.connected) away.add(one.nodeId);
		one.connected = !silent && (one.connected || away.has(one.nodeId));
	}
	if (!silent) away.clear();
}
const away = new Set<string>();

/** Ends what `arrange` began. */
export function putBack(emulator: Emulator): void {
	const { control } = emulator;
	silence(emulator, false);
	control.setBootstrapping({ bootstrapping: false });
	control.setHealth({ healthy: true });
	for (const one of newcomers(emulator)) one.uptimeKnownFrom = undefined;
}

/** The first validator of each kind of set. */
function newcomers({ world: { node } }: Emulator) {
	const [l1] = node.subnets.filter(({ kind }) => kind === 'l1');
	const [permissioned] = node.subnets.filter(({ kind }) => kind === 'permissioned');
	return [node.l1.of(l1.id)[0], node.permissioned(permissioned.id).current()[0]];
}
