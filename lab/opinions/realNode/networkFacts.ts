import { PRIMARY_NETWORK } from '../../../core';
import type { Drawing } from './drawing';
import { type Json, tryAsk } from './raw';

/** The network, the node itself, its peers, and the validators of each kind of subnet. */

const P = '/ext/bc/P';

interface Subnet {
	id: string;
	blockchains: string[];
	validators: Json[];
	l1: boolean;
}

async function subnetsOf({ ask }: Drawing, preferred?: string): Promise<Subnet[]> {
	const { subnets } = (await ask(P, 'platform.getSubnets')) as { subnets: Json[] };
	// A network may have hundreds: the one that is tested, and the latest.
	const ids = subnets.map(({ id }) => String(id)).filter((id) => id !== PRIMARY_NETWORK);
	const some = [...new Set([...(preferred ? [preferred] : []), ...ids.slice(-8)])];
	const found: Subnet[] = [];
	for (const id of some) {
		const params = { subnetID: id };
		const { blockchainIDs } = (await ask(P, 'platform.validates', params)) as Json;
		const answer = (await ask(P, 'platform.getCurrentValidators', params)) as Json;
		const { conversionID } = (await ask(P, 'platform.getSubnet', params)) as Json;
		found.push({
			id,
			blockchains: (blockchainIDs ?? []) as string[],
			validators: (answer.validators ?? []) as Json[],
			l1: conversionID !== PRIMARY_NETWORK,
		});
	}
	return found;
}

export async function networkFacts(drawing: Drawing, l1?: string): Promise<void> {
	const { ask, choose, facts } = drawing;
	const put = (part: string, value: unknown) => {
		if (value !== undefined && value !== null) facts[part] = String(value);
	};
	for (const alias of ['P', 'X', 'C']) {
		const answer = await tryAsk(ask, '/ext/info', 'info.getBlockchainID', { alias });
		put(`chain.${alias}`, answer?.blockchainID);
	}
	facts['subnet.primary'] = PRIMARY_NETWORK;
	const node = await tryAsk(ask, '/ext/info', 'info.getNodeID');
	put('node.id', node?.nodeID);
	const peers = await tryAsk(ask, '/ext/info', 'info.peers');
	put('peer.id', choose((peers?.peers ?? []) as Json[])?.nodeID);
	const asset = await tryAsk(ask, P, 'platform.getStakingAssetID');
	put('asset.avax', asset?.assetID);

	const current = (await ask(P, 'platform.getCurrentValidators')) as { validators: Json[] };
	const validator = choose(current.validators);
	put('validator.id', validator?.nodeID);
	put('validator.tx', validator?.txID);
	const isValidator = current.validators.some(({ nodeID }) => nodeID === node?.nodeID);
	if (isValidator) put('node.validator', node?.nodeID);

	let tested: string | undefined;
	if (l1 !== undefined) {
		const known = await tryAsk(ask, '/ext/info', 'info.getBlockchainID', { alias: l1 });
		facts['chain.l1'] = String(known?.blockchainID ?? l1);
		const owner = await tryAsk(ask, P, 'platform.validatedBy', { blockchainID: facts['chain.l1'] });
		tested = owner?.subnetID as string | undefined;
	}
	const subnets = await subnetsOf(drawing, tested);
	const converted =
		subnets.find(({ id }) => id === tested) ??
		choose(subnets.filter(({ l1: is, validators }) => is && validators.length > 0));
	put('subnet.l1', converted?.id);
	const validation = choose(
		(converted?.validators ?? []).filter(({ validationID }) => validationID !== undefined),
	);
	put('l1.validationId', validation?.validationID);
	put('l1.nodeId', validation?.nodeID);
	const permissioned = choose(
		subnets.filter(({ l1: is, validators }) => !is && validators.length > 0),
	);
	put('subnet.permissioned', permissioned?.id);
	put('permissioned.nodeId', permissioned && choose(permissioned.validators)?.nodeID);
}
