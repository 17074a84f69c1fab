/**
 * The public API of the core: the exports for other programs. docs/core.md shows its use. Modules
 * have no side effects, so that bundlers keep only what is used.
 */

// Calls
export { type ConnectOptions, createClient } from './connect';
export { type Connection, DEFAULT_URLS, servicesOf } from './access';
export type {
	AnyClient,
	Attempt,
	CallOptions,
	Client,
	ClientOptions,
	ManyOptions,
	RangeOptions,
	RangePart,
	CallOutcome,
} from './client';
export { type BatchSizes, createBatchSizes } from './protocol/batchSizes';
export { type Flights, type Joined, createFlights } from './protocol/flights';
export type { MissingField, Reading, ReportMissing, SkippedRecord } from './protocol/reading';
export { type MissingFields, missingFields } from './protocol/missing';
export type { Page, PageLimits } from './protocol/paging';
export type { Clock, HttpRequest, HttpResponse, Transport } from './protocol/ports';
export { type RateLimits, createRateLimits } from './protocol/rateLimiter';
export { DEFAULT_RETRY, type RetryPolicy } from './protocol/retry';

export { type ServiceAccess, serviceUrl } from './protocol/request';
export { parseJson } from './formats/json';
export { redactor } from './protocol/redact';
export { clock } from './transports/clock';
export { httpTransport } from './transports/http';
export { httpDownload } from './transports/httpDownload';

// Failures
export {
	type AnyFailure,
	Failure,
	type FailureDetails,
	type FailureKind,
	type FailureOf,
	type NetworkReason,
	isFailure,
} from './failure';
export { networkFailure } from './networkFailure';

// Operations, one by one, and what is declared of them
export * from './subjects/all';
export type { Input, Item, Operations } from './subjects/operations';
export {
	type OperationSummary,
	catalogue,
	describeOperation,
	operationById,
} from './subjects/catalogue';
export {
	type AnyOperation,
	type InputOf,
	type ItemOf,
	type Operation,
	type OutputOf,
	type Tolerance,
} from './operations/declare';
export { addedColumns, columnsOf, itemOutput } from './operations/derived';
export { type Span, type Versions, valuesText, versionsText } from './fields/versions';
export type { Service } from './service';
export { PRIMARY_NETWORK } from './operations/shared';
export type { FieldInfo } from './fields/field';
export { parseFields } from './fields/fieldSet';
export { type JsonSchema, jsonSchemaOf, propertiesOf } from './fields/jsonSchema';
export type { Output, TolerantValueOf, ValueOf } from './fields/outputs';
export { type Presentation, SIMPLIFIED } from './fields/present';
export { formatUnits } from './formats/amount';

export { readJson } from './fields/jsonText';

// Events
export type {
	EventSource,
	NetworkEvent,
	PollContext,
	PollResult,
	SourceState,
	StartFrom,
	Unreadable,
} from './events/event';

export { type EventDeclaration, eventTypesOf } from './events/declare';

export { eventDeclarations } from './subjects/events/all';
export { eventLoaders, instantLoaders } from './subjects/events/loaders';
export { canReplay, replay } from './events/replay';
export { replayableEvents } from './subjects/events/replayable';
export { HEADLINE, LEVEL_COLUMNS, type Severity } from './events/item';

// Channels
export { type Alert, alertOf } from './channels/alert';
export { channelNamed, channelOf, channels } from './channels/all';
export {
	type AwsCommand,
	type Channel,
	type ChannelRequest,
	type Message,
	type ChannelDestination,
	requestOf,
} from './channels/channel';
export { channelFields } from './channels/destination';
export { sampleAlert } from './channels/sample';
export { type Answer } from './channels/verdict';

// Webhooks: signatures of their messages, and the events that messages become
export { canonicalJson } from './webhooks/canonical';
export { instantEvents } from './subjects/events/allInstant';
export type {
	FromMessage,
	InstantEvent,
	InstantSettings,
	WantedWebhook,
} from './webhooks/instantEvent';
export { type WebhookMessage, webhookMessageOf } from './webhooks/message';

export { type Repair, repairEvents } from './webhooks/repairs';
export {
	MAX_BODY_BYTES,
	REFUSALS,
	SIGNATURE_HEADER,
	SIGNATURE_SCHEMES,
	type SignatureScheme,
	type SignedBy,
	type SignedRequest,
	type Verified,
	signBody,
	verifyBody,
} from './webhooks/signature';
export { type Account, type MessageVerifier, createVerifier } from './webhooks/verifier';
export {
	type Registered,
	type Upkeep,
	type UpkeepResult,
	keepWebhooks,
	removeWebhooks,
	sharedSecret,
} from './subjects/events/shared/webhookUpkeep';

// Addresses that are not public

// Exports
export {
	type DownloadOptions,
	type DownloadPosition,
	type OpenDownload,
	type OpenedDownload,
	checkDownloadUrl,
	downloadChunks,
	isFileChange,
} from './exports/download';

export { type CsvNeutralizer, type CsvState, csvNeutralizer, safeCsv } from './exports/safeCsv';
export { type ExportJob, type WaitOptions, exportFailure, isFinished } from './exports/wait';
export { type DownloadExportOptions, downloadExport, waitForExport } from './connectExports';

// Assets of one owner on all chains
export { getPortfolio } from './subjects/tokenBalance/portfolio';
export type { PortfolioInput, PortfolioRow } from './subjects/tokenBalance/portfolioFields';

// Paths without an operation
export { type PathInput, callPath, listPath } from './subjects/customApiCall/callPath';

// Contracts by signature or ABI
export {
	type ContractRead,
	type ReadContractInput,
	readContract,
} from './subjects/evmContract/read';
export {
	type ResolvedName,
	type ResolveNameInput,
	resolveName,
} from './subjects/evmContract/resolveName';
export {
	type ContractEvent,
	type ContractEventsInput,
	getContractEvents,
} from './subjects/evmContract/events';
export {
	type DecodeLogsInput,
	type DecodedLog,
	decodeLogs,
} from './subjects/evmContract/decodeLogs';
export {
	type DecodeCalldataInput,
	type DecodedCall,
	decodeCalldata,
} from './subjects/evmContract/decodeCalldata';
export {
	type EncodeFunctionDataInput,
	encodeFunctionData,
} from './subjects/evmContract/encodeFunctionData';

// Transactions of the P-, X- and C-Chain
export {
	type ExplainTransactionInput,
	type ExplainedTransaction,
	explainTransaction,
} from './subjects/pChain/explainTransaction';
export {
	type PrepareL1TopUpInput,
	type PreparedTopUp,
	prepareL1TopUp,
} from './subjects/pChain/prepareL1TopUp';

// Warp messages
export * from './warp';
export { type Reader as ByteReader, reader as byteReader } from './warp/bytes';

// Formats
export { bech32Decode, bech32Encode } from './formats/bech32';
export { cb58Decode, cb58Encode, checksumOf } from './formats/cb58';
export { bytesToHex, hexToBytes, hexWithChecksum, hexWithoutChecksum } from './formats/hex';
export { isAddress, isEvmHash, isHex, isId, isNodeId, nodeIdOf } from './formats/ids';
export { hasEvmForm, isEvmAddress } from './formats/evmAddress';
