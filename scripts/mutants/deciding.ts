/**
 * The functions that decide what is lost, sent twice, verified, secret or paid, by the tests that judge them: a file,
 * and names in it, or all.
 */
export const DECIDING: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
	// Claims, and the items of deliveries.
	'test/lambdas/{tableItems,notifyTable,notifyClaims,notifyStore}.test.ts': {
		'lambdas/notify/tableItems.ts': [],
		'lambdas/notify/queuedStore.ts': [],
		'lambdas/notify/storedEvents.ts': [],
		'lambdas/notify/dynamoStore.ts': [],
	},
	// Secrets, idempotency keys and bounds of subscriptions.
	'test/lambdas/subscriptions/{api,limits,store}.test.ts': {
		'lambdas/subscriptions/dynamoStore.ts': [],
		'lambdas/subscriptions/tokens.ts': ['digestOf', 'sameDigest', 'readToken', 'isValid'],
		'lambdas/subscriptions/createOne.ts': ['idOfRepeated', 'repeated'],
	},
	// Messages that are believed.
	'test/core/webhooks/*.test.ts': {
		'core/webhooks/signature.ts': [
			'signatureOf',
			'signBody',
			'refusedUnread',
			'verifyBody',
			'sameText',
		],
		'core/webhooks/verifier.ts': [],
		'core/webhooks/canonical.ts': [],
		'core/webhooks/amounts.ts': [],
	},
	'test/lambdas/receive*.test.ts': {
		'lambdas/receive/registry.ts': [],
		'lambdas/receive/take.ts': ['take', 'isOld', 'nameOf'],
	},
	'test/{core,hosts}/warp*.test.ts': {
		'core/warp/quorum.ts': [],
		'core/warp/canonicalSet.ts': ['weightIn', 'canonicalSet', 'keyOf'],
		'core/warp/signerSet.ts': [],
		'core/warp/verify.ts': ['verifySignedMessage', 'checkNetwork', 'signersOf', 'checkWeight'],
	},
	// Transactions that are prepared to be signed.
	'test/core/transactions/topUp.test.ts': {
		'core/transactions/topUp.ts': [],
	},
	// Payments that are decided, counted, released and signed.
	'test/lambdas/topUp{Policy,Kms}.test.ts': {
		'lambdas/topUp/policy.ts': [],
		'lambdas/topUp/wallet.ts': [
			...['outputPlace', 'anchorOf', 'walletDay', 'sum', 'onDay', 'at', 'least'],
			...['leftOf', 'dropped', 'isWithinDay', 'planned'],
		],
		'lambdas/topUp/signing.ts': [],
		'lambdas/topUp/approval.ts': ['isReleased', 'questionAbout', 'release', 'untilOf'],
		'lambdas/topUp/settings.ts': ['mistakesIn', 'whyNot'],
	},
	// Secrets in texts, and repeated requests.
	'test/core/protocol/{redact,retry,secretAnswers,echoedKey}.test.ts': {
		'core/protocol/redact.ts': [],
		'core/protocol/decoded.ts': [],
		'core/protocol/retry.ts': ['certainlyNothingHappened', 'mayRepeat', 'withRetries'],
	},
	// Positions and members that polls know.
	'test/core/events/*.test.ts': {
		'core/events/arrivals.ts': ['readOn', 'pruned'],
		'core/events/sets.ts': ['compare', 'missedTwice', 'presentIn'],
		'core/events/fingerprints.ts': [],
		'core/events/waiting.ts': [],
	},
	// Exact amounts.
	'test/core/{formats,operations/simplifiedAmounts,fields/present}.test.ts': {
		'core/formats/amount.ts': [],
		'core/fields/wholeUnits.ts': ['wholeAmount', 'decimalPlacesOf', 'nearestNumber', 'isRounded'],
	},
};

/** Equivalent mutants: each changes nothing that a caller or a table could tell from it. */
export const EQUIVALENT: ReadonlyArray<
	readonly [file: string, from: string, to: string, why: string]
> = [
	[
		'core/transactions/topUp.ts',
		'left < right',
		'left <= right',
		'equal amounts were told apart before',
	],
	['core/transactions/topUp.ts', 'left > 0n', 'left >= 0n', 'what is left of nothing is 0'],
	[
		'lambdas/topUp/settings.ts',
		'maxFee !== undefined',
		'true',
		'a comparison with undefined is false',
	],
	['lambdas/topUp/policy.ts', 'maxFee !== undefined', 'true', 'as before'],
	['lambdas/topUp/policy.ts', "values.chain !== 'P'", 'false', 'they are read as of the P-Chain'],
	[
		'lambdas/topUp/policy.ts',
		'threshold === 1',
		'true',
		'an output of one address that has another threshold cannot be read',
	],
	[
		'lambdas/topUp/signing.ts',
		's > order >> 1n',
		's >= order >> 1n',
		'nobody finds a signature with this s',
	],
	['lambdas/topUp/approval.ts', '[]', '["Stryker was here"]', 'a text is no question'],
	['lambdas/topUp/wallet.ts', 'b < a', 'b <= a', 'equal amounts are the same'],
	['lambdas/topUp/wallet.ts', 'cost > before', 'cost >= before', 'their difference is 0'],
	['core/webhooks/canonical.ts', 'a < b', 'a <= b', 'the names of an object differ'],
	[
		'lambdas/notify/tableItems.ts',
		"'version = :from'",
		'"version <= :from"',
		'a version that was read is never above the one of the table',
	],
	[
		'lambdas/notify/dynamoStore.ts',
		'[]',
		'["Stryker was here"]',
		'the answer to a query that does not only count has the items',
	],
	[
		'lambdas/notify/queuedStore.ts',
		"'attribute_not_exists(deliveredAt) AND claimed = :attempt AND heldUntil < :now'",
		'"attribute_not_exists(deliveredAt) AND claimed <= :attempt AND heldUntil < :now"',
		'an earlier claim is no obstacle by the operand before',
	],
];
