// An arm in pieces that any printer can print: links that are bolted together, and a clamp for the
// edge of the table. Three links and a clamp reach 46 cm up and 20 cm over the table.
//
// Print the links flat, 4 walls, 40 % filling, PETG if you have it: PLA bends in the sun. M5 x 20
// bolts with washers and wing nuts at the joints. A desk-lamp arm that you can buy swings less.

link = 190;           // from bolt to bolt
width = 26;
thick = 9;
bolt = 5.4;
cable = 6;            // clips for the camera's cable
table = 45;           // thickest table top that the clamp takes
screw = 8.4;          // M8 x 60 from below, with its nut
nut = 13.2;

$fn = 64;

module link_piece() {
    difference() {
        hull() for (x = [0, link]) translate([x, 0, 0]) cylinder(d = width, h = thick);
        for (x = [0, link]) translate([x, 0, -1]) cylinder(d = bolt, h = thick + 2);
        // Lighter in the middle: a swinging arm shows in every picture.
        hull() for (x = [28, link - 28]) translate([x, 0, -1]) cylinder(d = 9, h = thick + 2);
    }
    for (x = [link / 3, 2 * link / 3]) translate([x, width / 2, 0]) difference() {
        cylinder(d = cable + 5, h = thick);
        translate([0, 0, -1]) cylinder(d = cable, h = thick + 2);
        translate([-1.5, 1, -1]) cube([3, 10, thick + 2]);
    }
}

module clamp() {
    high = table + 2 * 12;
    difference() {
        cube([50, high, width]);
        translate([12, 12, -1]) cube([60, table, width + 2]);
        translate([36, -1, width / 2]) rotate([-90, 0, 0]) cylinder(d = screw, h = 14);
        translate([36, 5, width / 2]) rotate([-90, 0, 0]) cylinder(d = nut / cos(30), h = 20, $fn = 6);
    }
    translate([0, high - 12, 0]) difference() {
        translate([-22, 0, 0]) cube([24, 12, width]);
        translate([-12, -1, width / 2]) rotate([-90, 0, 0]) cylinder(d = bolt, h = 14);
    }
}

link_piece();
translate([30, 30, 0]) clamp();
