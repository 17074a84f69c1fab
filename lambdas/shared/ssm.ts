/** The part of the client that is used: an `import()` of the client itself bundles all of its commands. */
export { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
