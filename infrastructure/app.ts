import { App } from 'aws-cdk-lib';
import path from 'node:path';
import { AvalancheStack } from './lib/stack';
import { options } from './options';

const app = new App();
new AvalancheStack(app, 'Avalanche', {
	options,
	codeFolder: process.env.LAMBDA_BUNDLES ?? path.resolve(__dirname, '../dist-lambdas'),
	description: 'Avalanche: transaction exports, verified signatures, notifications',
});
