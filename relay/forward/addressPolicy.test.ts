import { expect, test } from "vitest";
import { addressRefusal, nameRefusal } from "./addressPolicy.ts";

/** Hosts as the URL parser returns them, which is how they reach the policy. */
const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, "");

test.each([
  "http://169.254.169.254/",
  "http://2852039166/",
  "http://0xa9fea9fe/",
  "http://0251.0376.0251.0376/",
  "http://169.254.43518/",
  "http://[::ffff:169.254.169.254]/",
  "http://[::ffff:a9fe:a9fe]/",
  "http://[::ffff:0:169.254.169.254]/",
  "http://[64:ff9b::169.254.169.254]/",
  "http://[2002:a9fe:a9fe::]/",
  "http://[::169.254.169.254]/",
  "http://[fe80::1]/",
  "http://[fd00:ec2::254]/",
  "http://[FD00:0EC2:0::254]/",
  "http://[fd00:ec2::23]/",
  "http://[fd20:ce::254]/",
  "http://[64:ff9b:1::169.254.169.254]/",
  "http://[64:ff9b:1:a9fe:a9:fe00::]/",
  "http://[64:ff9b:1:a9fe:a9:fe00:808:808]/",
  "http://[64:ff9b:1:a9:fe:a9fe::]/",
  "http://[64:ff9b:1:0:a9:fea9:fe00:0]/",
  "http://[2606:4700::5efe:169.254.169.254]/",
  "http://[fec0::200:5efe:169.254.169.254]/",
  "http://[2001:0:a9fe:a9fe::]/",
  "http://[2001:0:808:808:0:0:5601:5601]/",
  "http://100.100.100.200/",
  "http://224.0.0.1/",
  "http://255.255.255.255/",
  "http://[ff02::1]/",
])("%s is never connected to", (url) => {
  expect(addressRefusal(hostOf(url), "private")).toBeDefined();
  expect(addressRefusal(hostOf(url), "public")).toBeDefined();
});

test.each([
  "http://127.0.0.1/",
  "http://127.1/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[2002:7f00:1::]/",
  "http://0.0.0.0/",
  "http://[::]/",
  "http://10.1.2.3/",
  "http://172.16.0.1/",
  "http://192.168.0.1/",
  "http://100.64.0.1/",
  "http://[fd12::1]/",
  "http://[64:ff9b::10.0.0.1]/",
  "http://[64:ff9b:1::10.0.0.1]/",
  "http://[64:ff9b:1:808:8:800::]/",
  "http://[2606:4700::5efe:10.0.0.1]/",
  "http://[2606:4700::200:5efe:127.0.0.1]/",
  "http://[::5efe:8.8.8.8]/",
  "http://[2001:0:808:808:0:0:f5ff:fffe]/",
  "http://[2001:0:808:808:0:0:f7f7:f7f7]/",
  "http://[::10.0.0.1]/",
  "http://[::ffff:0:10.0.0.1]/",
  "http://[fec0::1]/",
  "http://[feff::1]/",
  "http://[2001:db8::1]/",
  "http://[3fff::1]/",
  "http://[100::1]/",
  "http://[5f00::1]/",
  "http://[4000::1]/",
  "http://[64:ff9b:2::1]/",
  "http://192.88.99.1/",
  "http://198.18.0.1/",
  "http://192.0.0.8/",
  "http://240.0.0.1/",
])("%s is connected to, but not by a public relay", (url) => {
  expect(addressRefusal(hostOf(url), "private")).toBeUndefined();
  expect(addressRefusal(hostOf(url), "public")).toContain("not a public address");
});

test.each(["http://8.8.8.8/", "http://[2606:4700:4700::1111]/", "http://[64:ff9b::8.8.8.8]/"])(
  "%s is connected to",
  (url) => {
    expect(addressRefusal(hostOf(url), "private")).toBeUndefined();
    expect(addressRefusal(hostOf(url), "public")).toBeUndefined();
  },
);

test("names of cloud metadata services are refused", () => {
  expect(nameRefusal("metadata.google.internal")).toBeDefined();
  expect(nameRefusal("METADATA.google.internal.")).toBeDefined();
  expect(nameRefusal("metadata.example.com")).toBeUndefined();
});

test.each(["fe80::1%eth0", "fd00:ec2::254%eth0", "::ffff:169.254.169.254%1"])(
  "%s is refused with any zone id",
  (address) => expect(addressRefusal(address, "private")).toContain("metadata"),
);

test("refuses text that is not an address", () => {
  expect(addressRefusal("localhost", "private")).toBeDefined();
});
