import { spawnSync } from 'node:child_process';
import path from 'node:path';

/**
 * `npm run <group> -- <name> [options]`: the commands of package.json that are several programs. With no name, or with
 * options only, the program of the empty name.
 */
const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	campaign: {
		notify: 'lab/campaigns/notifyCampaign.ts',
		webhooks: 'lab/campaigns/webhookCampaign.ts',
		exports: 'lab/campaigns/exportCampaign.ts',
		properties: 'lab/campaigns/properties.ts',
		soak: 'lab/campaigns/soak.ts',
		scale: 'lab/campaigns/scale.ts',
		attack: 'lab/campaigns/attack.ts',
	},
	opinion: {
		node: 'lab/opinions/testNode.ts',
		topUp: 'lab/opinions/topUpNode.ts',
		live: 'lab/opinions/live.ts',
		sdks: 'lab/opinions/sdks.ts',
		openapi: 'lab/opinions/openapi.ts',
		rules: 'lab/opinions/promtool.ts',
		alertmanager: 'lab/opinions/alertmanager.ts',
		aws: 'lab/opinions/aws.ts',
		judges: 'lab/opinions/judges.ts',
	},
	lambdas: {
		'': 'scripts/lambdas.ts',
		build: 'scripts/buildLambdas.ts',
		tokens: 'scripts/tokens.ts',
		notify: 'scripts/notifyTest.ts',
	},
	bench: {
		'': 'lab/bench/run.ts',
		delay: 'lab/bench/webhookDelay.ts',
		'delay-node': 'lab/bench/nodeDelay.ts',
		stairs: 'scripts/stairs.ts',
	},
};

const [group, ...given] = process.argv.slice(2);
const programs = GROUPS[group];
const name = given[0] === undefined || given[0].startsWith('-') ? '' : given[0];
const file = Object.hasOwn(programs, name) ? programs[name] : undefined;
if (file === undefined) {
	const names = Object.keys(programs).filter((one) => one !== '');
	process.stderr.write(`npm run ${group} -- <name>: name must be one of ${names.join(', ')}\n`);
	process.exitCode = 2;
} else {
	const args = ['--import', 'tsx', path.resolve(__dirname, '..', file)];
	const { status } = spawnSync(process.execPath, [...args, ...given.slice(name === '' ? 0 : 1)], {
		stdio: 'inherit',
	});
	process.exitCode = status ?? 1;
}
