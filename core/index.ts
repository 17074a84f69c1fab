/**
 * The public API of the core: the exports for other programs. docs/core.md shows its use. Modules
 * have no side effects, so that bundlers keep only what is used.
 */

// Calls
export { type ConnectOptions, createClient } from './connect';
export { type Connection, DEFAULT_URLS, servicesOf } from './access';
export type { Attempt, CallOptions, Client, ClientOptions } from './client';
export type { Reading, SkippedRecord } from './protocol/response';
export type { Page, PageLimits } from './protocol/paging';
export type { Clock, HttpRequest, HttpResponse, Transport } from './protocol/ports';
export { type RateLimits, createRateLimits } from './protocol/rateLimits';
export { growingPause, type PauseBounds, type RetryPolicy } from './protocol/retry';
export { type ServiceAccess, serviceUrl } from './protocol/request';
export { parseJson } from './protocol/json';
export { redactor } from './protocol/redact';
export { clock } from './transports/clock';
export { httpTransport } from './transports/http';

// Failures
export {
	Failure,
	type FailureDetails,
	type FailureKind,
	type NetworkReason,
	isFailure,
	networkFailure,
} from './protocol/failure';

// Operations, one by one, and what is declared of them
export * from './operations/all';
export {
	type OperationSummary,
	catalogue,
	describeOperation,
	operationById,
} from './operations/catalogue';
export {
	type AnyOperation,
	type InputOf,
	type ItemOf,
	type Operation,
	type OutputOf,
	type Service,
	addedColumns,
	columnsOf,
	itemOutput,
} from './operations/declare';
export { P_CHAIN_ID, PRIMARY_NETWORK } from './operations/shared';
export type { FieldInfo } from './fields/field';
export { type FieldSet, fieldSet, infoOf, parseFields } from './fields/fieldSet';
export { type JsonSchema, jsonSchemaOf, propertiesOf } from './fields/jsonSchema';
export type { Output, ValueOf } from './fields/outputs';
export {
	type Presentation,
	SIMPLIFIED,
	type TimeForm,
	exactName,
	hasWholeUnits,
	timeAs,
	wholeAmount,
} from './fields/present';
export { preview } from './fields/preview';
export { RepeatedName, readJson } from './fields/jsonText';

// Events
export type {
	EventSource,
	NetworkEvent,
	PollContext,
	PollResult,
	SourceState,
	StartFrom,
} from './events/event';
export { type Unreadable, saidOfSkipped } from './events/unreadable';
export type { EventDeclaration } from './events/declare';
export { eventDeclarations } from './events/all';
export { eventLoaders } from './events/loaders';
export { canReplay, replay } from './events/replay';
export { replayableEvents } from './events/replayable';
export { HEADLINE, LEVEL_COLUMNS, type Severity } from './events/item';
export { type HealthSettings, healthSource } from './events/health';
export { type StakingSettings, stakingSource } from './events/staking';
export { type ValidatorSettings, validatorSource } from './events/validators';

// Addresses that are not public
export { isPrivateAddress, isPrivateHost } from './protocol/privateHosts';

// Exports
export {
	type DownloadOptions,
	type DownloadPosition,
	type OpenDownload,
	type OpenedDownload,
	checkDownloadUrl,
	downloadChunks,
} from './exports/download';
export { safeCsv } from './exports/safeCsv';
export {
	type ExportJob,
	type WaitOptions,
	exportFailure,
	isFinished,
	waitForExport,
} from './exports/wait';

// Warp messages
export * from './warp';
export { type Reader as ByteReader, reader as byteReader } from './warp/bytes';

// Formats
export { bech32Decode, bech32Encode } from './formats/bech32';
export { cb58Decode, cb58Encode, checksumOf } from './formats/cb58';
export { bytesToHex, hexToBytes, hexWithChecksum, hexWithoutChecksum } from './formats/hex';
export {
	hasEvmForm,
	isAddress,
	isEvmAddress,
	isEvmHash,
	isHex,
	isId,
	isNodeId,
	nodeIdOf,
} from './formats/ids';
