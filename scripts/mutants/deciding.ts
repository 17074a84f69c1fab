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
		'lambdas/notify/cursors.ts': ['cursors', 'packedCursor', 'isLarge'],
		'lambdas/notify/targetStates.ts': ['storedStates'],
	},
	// Outcomes of events and of attempts.
	'test/lambdas/{disable,notifySettings,sendBatch,senderMemory}.test.ts': {
		'lambdas/notify/attempt.ts': [],
		'lambdas/notify/disable.ts': ['urlMarkOf', 'disable', 'putOwn', 'disabledTargets'],
		'lambdas/sender/sendBatch.ts': [],
		'lambdas/sender/memory.ts': [],
	},
	'test/lambdas/{actions,collect,notify,notifyFailures,notifyFanOut,notifyQueue,notifyTargets,notifySettings,recipients,sendBatch,sender}.test.ts':
		{
			'lambdas/notify/fanOut.ts': [],
			'lambdas/notify/collect.ts': [],
			'lambdas/notify/drain.ts': [],
			'lambdas/notify/batchEvents.ts': ['webhookMessageId', 'batchOf', 'cut'],
			'lambdas/notify/recipients.ts': ['isRouted', 'isSent', 'configuredRecipients', 'mergedPages'],
			'lambdas/notify/redrive.ts': [],
			'lambdas/notify/sendQueue.ts': ['deliveryIn'],
			'lambdas/notify/sqsQueue.ts': ['sendBatch'],
		},
	// Events that are held, and requests that end that.
	'test/lambdas/{notifyLife,subscriptions/alertLife}.test.ts': {
		'lambdas/notify/heldStore.ts': [],
		'lambdas/notify/holding.ts': [
			...['releaseFormer', 'stepTarget', 'sameKeys', 'stillFiring', 'failedIn', 'latestMessages'],
			...[
				'messagesOf',
				'endTo',
				'isEscalatedEnd',
				'waitingEnds',
				'incidentsOf',
				'isPlain',
				'messageIdOf',
				'finish',
			],
		],
		'lambdas/notify/heldActions.ts': ['answerAlertLink', 'acknowledgeByLink', 'done'],
		'lambdas/notify/signedActions.ts': [
			...[
				'signedIn',
				'isWithin',
				'signersOf',
				'answerSigned',
				'acknowledged',
				'isRecipient',
				'pressed',
			],
		],
	},
	// Secrets, idempotency keys and bounds of subscriptions.
	'test/lambdas/subscriptions/{api,limits,store,kms}.test.ts': {
		'lambdas/subscriptions/dynamoStore.ts': [],
		'lambdas/subscriptions/tokens.ts': [
			'randomId',
			'digestOf',
			'sameDigest',
			'readToken',
			'isValid',
		],
		'lambdas/subscriptions/createOne.ts': ['createOne', 'idOfRepeated', 'repeated'],
		'lambdas/subscriptions/activate.ts': [
			'countedOf',
			'replace',
			'leftRows',
			'activate',
			'proofOf',
		],
		'lambdas/subscriptions/caller.ts': ['bearer', 'signer'],
		'lambdas/subscriptions/challenge.ts': ['isChallenge', 'sendChallenge', 'answerIn'],
		'lambdas/subscriptions/sealing.ts': ['createSealer'],
	},
	// Events that a subscription gets, and a token may read.
	'test/lambdas/subscriptions/{matching,selection,api,limits,notify,alertLife}.test.ts': {
		'lambdas/subscriptions/matching.ts': [],
		'lambdas/subscriptions/recipients.ts': [],
		'lambdas/subscriptions/create.ts': ['answered', 'idempotencyKeyIn'],
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
		'lambdas/receive/take.ts': ['take', 'isOld', 'nameOf', 'read'],
		'lambdas/receive/receiveMessage.ts': ['receiveMessage', 'refusedOr', 'verifiedAndTaken'],
		'lambdas/receive/outbox.ts': ['openOutbox'],
	},
	'test/{core,hosts}/warp*.test.ts': {
		'core/warp/quorum.ts': [],
		'core/warp/canonicalSet.ts': ['weightIn', 'canonicalSet', 'orderedKey'],
		'core/warp/signerSet.ts': [],
		'core/warp/verify.ts': ['verifySignedMessage', 'checkNetwork', 'signersOf', 'checkWeight'],
	},
	'test/lambdas/aggregate*.test.ts': {
		'lambdas/aggregateSignatures/verify.ts': ['verifierWith', 'isAskedFor', 'sets'],
		'lambdas/aggregateSignatures/aggregate.ts': ['aggregate'],
	},
	// Files that are copied once, and whole.
	'test/lambdas/{multipart,lostUploads,exportRunner,foreignDestinations}.test.ts': {
		'lambdas/exportTransactions/reservation.ts': ['reserve'],
		'lambdas/exportTransactions/copy.ts': ['copyRange', 'fileOf', 'chunksOf', 'until'],
		'lambdas/exportTransactions/multipart.ts': ['writeObject'],
		'lambdas/exportTransactions/storedForm.ts': ['unchanged', 'neutralized'],
		'lambdas/exportTransactions/s3Store.ts': ['putIf', 'putStream'],
	},
	// Transactions that are prepared to be signed.
	'test/core/transactions/topUp.test.ts': {
		'core/transactions/topUp.ts': [],
	},
	// Payments that are decided, counted, released, signed and sent.
	'test/lambdas/topUp{,Policy,Kms}.test.ts': {
		'lambdas/topUp/policy.ts': [],
		'lambdas/topUp/wallet.ts': [
			...['outpointOf', 'anchorOf', 'walletDay', 'sum', 'onDay', 'at', 'least'],
			...['leftOf', 'dropped', 'isWithinDay', 'planned', 'walletItem'],
		],
		'lambdas/topUp/signing.ts': [],
		'lambdas/topUp/approval.ts': [
			...[
				'questionOf',
				'openQuestions',
				'questionAbout',
				'isReleased',
				'sendQuestion',
				'release',
				'untilOf',
				'answerLink',
			],
		],
		'lambdas/topUp/settings.ts': ['mistakesIn', 'whyNot'],
		'lambdas/topUp/chain.ts': [],
		'lambdas/topUp/act.ts': ['topUpAction'],
		'lambdas/topUp/run.ts': [
			...['held', 'runwayOf', 'missingTo', 'isEnough', 'save', 'check', 'stillPermitted'],
			...['signPending', 'proceed', 'ask', 'send', 'acceptedOf', 'close', 'follow', 'isUnspent'],
			...[
				'withoutPending',
				'settle',
				'isTooCheap',
				'priced',
				'decide',
				'behind',
				'treat',
				'abandon',
			],
		],
	},
	// Secrets in texts, and repeated requests.
	'test/core/protocol/{redact,retry,secretAnswers,echoedKey}.test.ts': {
		'core/protocol/redact.ts': [],
		'core/protocol/decoded.ts': [],
		'core/protocol/retry.ts': ['certainlyNothingHappened', 'mayRepeat', 'withRetries'],
	},
	// The origins that get the key.
	'test/core/access.test.ts': {
		'core/access.ts': [],
	},
	// Blocks that are read, and not left out.
	'test/core/protocol/ranges.test.ts': {
		'core/ranges.ts': [],
	},
	// Positions and members that polls know.
	'test/core/events/*.test.ts': {
		'core/events/arrivals.ts': ['readOn', 'pruned'],
		'core/events/sets.ts': ['compare', 'missedTwice', 'presentIn'],
		'core/events/fingerprints.ts': [],
		'core/events/waiting.ts': [],
		'core/events/event.ts': [
			'settingsKey',
			'markOf',
			'stateFor',
			'watchedOf',
			'pollMark',
			'oldestFirst',
		],
	},
	'test/core/events/l1Configuration.test.ts': {
		'core/subjects/events/l1Configuration/state.ts': [],
		'core/subjects/events/l1Configuration/declare.ts': ['poll', 'itemOf'],
	},
	// Events that a workflow was handed, and confirmed.
	'test/nodes/confirmations.test.ts': {
		'nodes/AvalancheTrigger/confirmations.ts': ['confirmedOf', 'confirm'],
	},
	// Exact amounts.
	'test/core/{formats/amount,operations/simplifiedAmounts,fields/present}.test.ts': {
		'core/formats/amount.ts': [],
		'core/fields/wholeUnits.ts': ['wholeAmount', 'rawDecimalsOf', 'nearestNumber', 'isRounded'],
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
	[
		'core/access.ts',
		"near.some(([, access]) => prefixOf(access) !== '')",
		"near.every(([, access]) => prefixOf(access) !== '')",
		'one service, or several on an origin',
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
	[
		'lambdas/topUp/run.ts',
		'clock.now() + POLL_MS > end',
		'clock.now() + POLL_MS >= end',
		'the last look at a transaction, a second earlier',
	],
	[
		'lambdas/subscriptions/create.ts',
		'key === undefined',
		'false',
		'the text of undefined has the form of a key',
	],
	[
		'lambdas/subscriptions/matching.ts',
		'subject.toLowerCase()',
		'subject.toUpperCase()',
		'one case, for rows and for lists',
	],
	['lambdas/topUp/wallet.ts', 'b < a', 'b <= a', 'equal amounts are the same'],
	['lambdas/topUp/wallet.ts', 'cost > before', 'cost >= before', 'their difference is 0'],
	[
		'core/subjects/events/l1Configuration/state.ts',
		'a < b',
		'a <= b',
		'the names of an object differ',
	],
	[
		'core/subjects/events/l1Configuration/state.ts',
		'byId(a) < byId(b)',
		'byId(a) <= byId(b)',
		'ids differ',
	],
	[
		'core/subjects/events/l1Configuration/state.ts',
		'byId(a) < byId(b)',
		'byId(a) >= byId(b)',
		'also an order',
	],
	[
		'core/subjects/events/l1Configuration/state.ts',
		'one.names?.map',
		'one.names.map',
		'a record without a need has names',
	],
	[
		'core/subjects/events/l1Configuration/state.ts',
		'markOf(validationId).slice(0, 8)',
		'markOf(validationId)',
		'a longer mark is a mark, too',
	],
	[
		'core/subjects/events/l1Configuration/state.ts',
		'key in current',
		'true',
		'a state does not store undefined',
	],
	[
		'core/subjects/events/l1Configuration/state.ts',
		"kind !== 'weight'",
		'true',
		'nobody looks for weights there',
	],
	[
		'lambdas/aggregateSignatures/verify.ts',
		'!BY_SET.has(String(checked.reason))',
		'false',
		'another set has the same reason: the first one is returned',
	],
	['lambdas/notify/heldActions.ts', 'digest.slice(0, 12)', 'digest', 'a longer id is an id, too'],
	['lambdas/notify/heldStore.ts', '1 / 1024', '1 * 1024', 'also an order'],
	[
		'lambdas/notify/heldStore.ts',
		'!marked.has(name)',
		'true',
		'a state that is the same is not written',
	],
	['lambdas/notify/heldStore.ts', 'marked.add(name);', ';', 'as before'],
	['lambdas/notify/heldStore.ts', 'true', 'false', 'no table of the tests is behind'],
	[
		'lambdas/notify/holding.ts',
		'clock.now() < deadline',
		'clock.now() <= deadline',
		'a millisecond',
	],
	[
		'lambdas/notify/holding.ts',
		'now >= options.deadline',
		'now > options.deadline',
		'a millisecond',
	],
	['lambdas/notify/holding.ts', 'now < holdsUntil', 'now <= holdsUntil', 'a millisecond'],
	[
		'lambdas/notify/holding.ts',
		'(life.busyUntil ?? 0) > now',
		'(life.busyUntil ?? 0) >= now',
		'a millisecond',
	],
	[
		'lambdas/notify/holding.ts',
		'own.version + 1',
		'own.version - 1',
		'the newest state is read then, and written',
	],
	['lambdas/notify/holding.ts', 'life.version + 1', 'life.version - 1', 'as before'],
	[
		'lambdas/notify/holding.ts',
		'await store.held.moveLife(name, { ...rest, version })',
		'false',
		'what was written is read again',
	],
	[
		'lambdas/notify/holding.ts',
		'{ ...rest, version }',
		'{}',
		'the newest state is read then, and written',
	],
	[
		'lambdas/notify/holding.ts',
		'pack(result.state).length > LARGEST',
		'pack(result.state).length >= LARGEST',
		'a byte',
	],
	[
		'lambdas/notify/holding.ts',
		'waiting.length === 0',
		'true',
		'an event changes the state, or is delivered',
	],
	['lambdas/notify/holding.ts', 'deliveries.length === 0', 'true', 'time alone changes the state'],
	[
		'lambdas/notify/holding.ts',
		'[]',
		'["Stryker was here"]',
		'a text is no target, no message and no event',
	],
	[
		'lambdas/notify/cursors.ts',
		'JSON.stringify(state).length > LARGE_STATE',
		'true',
		'saves a compression',
	],
	[
		'lambdas/notify/cursors.ts',
		'JSON.stringify(state).length > LARGE_STATE',
		'JSON.stringify(state).length >= LARGE_STATE',
		'as before',
	],
	[
		'lambdas/notify/cursors.ts',
		'pack(state).length > LARGE_STATE',
		'pack(state).length >= LARGE_STATE',
		'a byte',
	],
	[
		'lambdas/notify/cursors.ts',
		'whole.length <= MAX_CURSOR_BYTES',
		'whole.length < MAX_CURSOR_BYTES',
		'a byte',
	],
	[
		'lambdas/notify/cursors.ts',
		'packedCursor(next).data.length <= MAX_CURSOR_BYTES',
		'packedCursor(next).data.length < MAX_CURSOR_BYTES',
		'a byte',
	],
	[
		'lambdas/notify/cursors.ts',
		'{ ConsistentRead: true }',
		'{}',
		'no table of the tests is behind',
	],
	['lambdas/notify/cursors.ts', 'true', 'false', 'as before'],
	['lambdas/notify/cursors.ts', '[]', '["Stryker was here"]', 'no part has this name'],
	[
		'lambdas/notify/cursors.ts',
		'`${ABSENT} OR version < :version`',
		'`${ABSENT} OR version <= :version`',
		'a part with this name has the same content',
	],
	[
		'lambdas/sender/sendBatch.ts',
		'known.attempts < delivery.attempts',
		'known.attempts <= delivery.attempts',
		'two messages of one attempt are the same delivery: either is sent',
	],
	[
		'lambdas/notify/redrive.ts',
		'true',
		'false',
		'a letter is put back by its key alone: bare or whole',
	],
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
	[
		'lambdas/notify/recipients.ts',
		'at - 1',
		'at + 1',
		'of equal names in a row the last is kept, in place of the first',
	],
	[
		'lambdas/notify/sendQueue.ts',
		'{ return undefined; }',
		'{}',
		'what was not read has no fields: it is no delivery',
	],
];
