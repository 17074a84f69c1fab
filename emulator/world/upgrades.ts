/** Unix seconds at which the upgrades of the main network were activated: public constants. */
export const UPGRADES = {
	apricotPhase1: 1_617_199_200,
	apricotPhase2: 1_620_644_400,
	apricotPhase3: 1_629_813_600,
	apricotPhase4: 1_632_344_400,
	apricotPhase5: 1_638_468_000,
	apricotPhasePre6: 1_662_341_400,
	apricotPhase6: 1_662_494_400,
	apricotPhasePost6: 1_662_519_600,
	banff: 1_666_108_800,
	cortina: 1_682_434_800,
	durango: 1_709_740_800,
	etna: 1_734_368_400,
	fortuna: 1_744_124_400,
	granite: 1_763_568_000,
	helicon: 1_790_089_200,
} as const;

/** The time that nodes give an upgrade that is not scheduled: 1 December 9999. */
export const UNSCHEDULED = 253_399_622_400;

/** Seconds of an epoch since Granite, whose P-Chain height chains verify signed messages at. */
export const GRANITE_EPOCH_SECONDS = 300;
/** Least P-Chain height that blocks name since the fourth Apricot phase. */
export const P_CHAIN_MIN_HEIGHT = 793_005;
/** The vertex at which the X-Chain of the main network became linear. */
export const X_CHAIN_STOP_VERTEX = 'jrGWDh5Po9FMj54depyunNixpia5PN4aAYxfmNzU8n752Rjga';
