import type { ObjectOutput } from '../../core/fields/outputs';
import { itemOutput } from '../../core/operations/derived';
import * as pChainStaking from '../../core/subjects/pChainStaking/pChainStaking';
import { operationCases } from '../../lab/kit/operations/case';

/** Validators that renew themselves, which nodes have since the Helicon upgrade. */

test('an auto-renewed validator has a period in seconds and shares in millionths', () => {
	const own = operationCases().filter(({ id }) => id === pChainStaking.getManyValidators.id);
	expect(own.flatMap(({ items }) => items)).toContainEqual(
		expect.objectContaining({ nextPeriod: 172_800, autoCompoundRewardShares: 300_000 }),
	);
	const { fields } = itemOutput(pChainStaking.getManyValidators) as ObjectOutput;
	expect(fields.nextPeriod).toMatchObject({ kind: 'duration', unit: 's' });
	expect(fields.autoCompoundRewardShares).toMatchObject({ unit: 'millionths' });
	expect(fields.exactDelegationFee).toMatchObject({ unit: 'millionths' });
});
