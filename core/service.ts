/** The service of an operation: the chain data service, the metrics service, a node. */
export type Service = 'data' | 'metrics' | 'node';
